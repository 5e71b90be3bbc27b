import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchTermsSql } from '@chat/lists';

export class CreateTickets1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(searchTermsSql('tickets'));
    await runner.query(`
      CREATE TABLE tickets.ticket_types (
        account_id bigint NOT NULL,
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        key text NOT NULL,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT ticket_types_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT ticket_types_key UNIQUE (account_id, key)
      );

      CREATE TABLE tickets.ticket_counters (
        account_id bigint CONSTRAINT ticket_counters_pkey PRIMARY KEY,
        tickets_created bigint NOT NULL
      );

      CREATE TABLE tickets.tickets (
        account_id bigint NOT NULL,
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        number text NOT NULL,
        subject text NOT NULL,
        description text,
        status text NOT NULL CONSTRAINT tickets_status
          CHECK (status IN ('open', 'in_progress', 'waiting_customer', 'resolved', 'closed', 'reopened')),
        type_id bigint NOT NULL,
        contact_id bigint,
        conversation_id bigint,
        assignee_id bigint,
        csat_rating integer CONSTRAINT tickets_csat_rating CHECK (csat_rating BETWEEN 1 AND 5),
        csat_comment text,
        resolved_at timestamptz(3),
        closed_at timestamptz(3),
        own_text text NOT NULL,
        contact_text text NOT NULL,
        search_text text NOT NULL GENERATED ALWAYS AS (own_text || E'\\n' || contact_text) STORED,
        version integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT tickets_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT tickets_number UNIQUE (account_id, number),
        CONSTRAINT tickets_type_id FOREIGN KEY (account_id, type_id) REFERENCES tickets.ticket_types (account_id, id)
      );
      CREATE INDEX tickets_by_status ON tickets.tickets (account_id, status, id);
      CREATE INDEX tickets_by_type ON tickets.tickets (account_id, type_id, id);
      CREATE INDEX tickets_by_assignee ON tickets.tickets (account_id, assignee_id, id) WHERE assignee_id IS NOT NULL;
      CREATE INDEX tickets_by_contact ON tickets.tickets (account_id, contact_id) WHERE contact_id IS NOT NULL;
      CREATE INDEX tickets_search_terms ON tickets.tickets
        USING gin (tickets.search_terms(account_id, search_text)) WITH (fastupdate = off);

      CREATE TABLE tickets.contact_texts (
        account_id bigint NOT NULL,
        contact_id bigint NOT NULL,
        text text NOT NULL,
        version integer NOT NULL,
        CONSTRAINT contact_texts_pkey PRIMARY KEY (account_id, contact_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA tickets CASCADE');
  }
}

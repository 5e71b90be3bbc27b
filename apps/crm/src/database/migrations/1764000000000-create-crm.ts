import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchTermsSql } from '@chat/lists';

export class CreateCrm1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(searchTermsSql('crm'));
    await runner.query(`
      CREATE TABLE crm.contacts (
        account_id bigint NOT NULL,
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        firstname text NOT NULL,
        lastname text,
        mobile_code text NOT NULL,
        mobile text NOT NULL,
        canonical_phone text NOT NULL,
        marketing_opted_out boolean NOT NULL,
        search_text text NOT NULL,
        version integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT contacts_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT contacts_canonical_phone UNIQUE (account_id, canonical_phone)
      );

      CREATE INDEX contacts_search_terms ON crm.contacts
        USING gin (crm.search_terms(account_id, search_text)) WITH (fastupdate = off);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA crm CASCADE');
  }
}

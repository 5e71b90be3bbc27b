import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventTablesSql } from '@chat/bus';

/**
 * `crm.search_terms` gives the three characters that start at each position of a text (fewer at its end), each led by
 * the account. So a fragment of three characters is a term, a shorter one is the beginning of a term, and a longer one
 * is several terms, in any script. The account stands in the term, because with it in a column of its own a fragment
 * that is common among all accounts would be read for all of them.
 * Its COST keeps the planner from computing the terms row by row: they are there to be read from the index.
 */
export class CreateCrm1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF current_setting('server_encoding') <> 'UTF8' THEN
          RAISE EXCEPTION 'Names are searched by their characters. Create the database with ENCODING UTF8.';
        END IF;
      END $$;

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

      CREATE FUNCTION crm.search_terms(account_id bigint, search_text text) RETURNS tsvector
        LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
        DECLARE
          terms text[];
        BEGIN
          FOR i IN 1 .. length(search_text) LOOP
            terms[i] := account_id || ':' || substr(search_text, i, 3);
          END LOOP;
          RETURN array_to_tsvector(terms);
        END $$;

      -- Without fastupdate every write pays for itself, and no search reads a backlog.
      CREATE INDEX contacts_search_terms ON crm.contacts
        USING gin (crm.search_terms(account_id, search_text)) WITH (fastupdate = off);
    `);
    await runner.query(eventTablesSql('crm'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA crm CASCADE');
  }
}

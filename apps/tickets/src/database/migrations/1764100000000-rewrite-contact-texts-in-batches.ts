import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchTermsSql } from '@chat/lists';

export class RewriteContactTextsInBatches1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Computes the same terms in linear time, so the index is unchanged.
    await runner.query(searchTermsSql('tickets'));
    await runner.query(`
      -- The version at which the text became what it is.
      ALTER TABLE tickets.contact_texts ADD COLUMN text_version integer NOT NULL DEFAULT 0;
      -- The text_version of contact_text.
      ALTER TABLE tickets.tickets ADD COLUMN contact_version integer NOT NULL DEFAULT 0;
      CREATE INDEX tickets_by_contact_version ON tickets.tickets (account_id, contact_id, contact_version)
        WHERE contact_id IS NOT NULL;
      DROP INDEX tickets.tickets_by_contact;

      -- Contacts whose tickets have an older text than the contact has since text_version.
      CREATE TABLE tickets.contact_rewrites (
        account_id bigint NOT NULL,
        contact_id bigint NOT NULL,
        text_version integer NOT NULL,
        due_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT contact_rewrites_pkey PRIMARY KEY (account_id, contact_id, text_version)
      );
      CREATE INDEX contact_rewrites_due ON tickets.contact_rewrites (account_id, due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE tickets.contact_rewrites;
      CREATE INDEX tickets_by_contact ON tickets.tickets (account_id, contact_id) WHERE contact_id IS NOT NULL;
      DROP INDEX tickets.tickets_by_contact_version;
      ALTER TABLE tickets.tickets DROP COLUMN contact_version;
      ALTER TABLE tickets.contact_texts DROP COLUMN text_version;
    `);
  }
}

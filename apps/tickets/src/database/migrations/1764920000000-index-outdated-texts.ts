import type { MigrationInterface, QueryRunner } from 'typeorm';
import { areOutdated } from '@chat/lists';

/** Finds the rows whose search texts are of release 0.2; they become empty while these are renewed in batches. */
export class IndexOutdatedTexts1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX IF NOT EXISTS contact_texts_outdated ON tickets.contact_texts (account_id, contact_id)
        WHERE ${areOutdated(['text'])};
      CREATE INDEX IF NOT EXISTS tickets_outdated_texts ON tickets.tickets (account_id, id)
        WHERE ${areOutdated(['own_text', 'contact_text'])};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX tickets.tickets_outdated_texts;
      DROP INDEX tickets.contact_texts_outdated;
    `);
  }
}

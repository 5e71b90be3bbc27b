import type { MigrationInterface, QueryRunner } from 'typeorm';
import { areOutdated } from '@chat/lists';

/** Finds the contacts whose search text is of release 0.2; it becomes empty while they are renewed in batches. */
export class IndexOutdatedTexts1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX IF NOT EXISTS contacts_outdated_texts ON crm.contacts (account_id, id)
        WHERE ${areOutdated(['search_text'])}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX crm.contacts_outdated_texts');
  }
}

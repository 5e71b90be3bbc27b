import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds when a conversation last showed that somebody types. */
export class ShowTyping1765310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messaging.conversations ADD COLUMN typed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messaging.conversations DROP COLUMN typed_at');
  }
}

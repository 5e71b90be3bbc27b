import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds which message another one answers. */
export class ShowAnswers1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox.messages ADD COLUMN reply_to text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox.messages DROP COLUMN reply_to');
  }
}

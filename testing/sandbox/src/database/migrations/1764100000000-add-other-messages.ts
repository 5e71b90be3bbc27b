import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds messages other than text. */
export class AddOtherMessages1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox.messages ADD COLUMN other jsonb, ALTER COLUMN text DROP NOT NULL;
      COMMENT ON COLUMN sandbox.messages.other IS 'What the message says where it is no text.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM sandbox.messages WHERE text IS NULL;
      ALTER TABLE sandbox.messages DROP COLUMN other, ALTER COLUMN text SET NOT NULL;
    `);
  }
}

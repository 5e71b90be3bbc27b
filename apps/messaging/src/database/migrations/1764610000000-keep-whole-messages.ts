import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepWholeMessages1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.messages ADD COLUMN extra jsonb, ADD COLUMN pricing jsonb;
      ALTER TABLE messaging.conversations ADD COLUMN username text;
      COMMENT ON COLUMN messaging.messages.extra IS
        'members of the message that the connector did not know, in the words of the network';
      COMMENT ON COLUMN messaging.messages.pricing IS 'what the network says of its price';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.messages DROP COLUMN extra, DROP COLUMN pricing;
      ALTER TABLE messaging.conversations DROP COLUMN username;
    `);
  }
}

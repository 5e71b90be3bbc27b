import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddDescriptions1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels.channels ADD COLUMN quality_rating text, ADD COLUMN messaging_limit text,
        ADD COLUMN name_status text, ADD COLUMN restrictions jsonb NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN channels.channels.quality_rating IS
        'Of a Cloud channel, in the provider''s words, as the next two. Null: unknown.';
      COMMENT ON COLUMN channels.channels.restrictions IS
        'The kinds of message that the network restricts, each until when: [{kind, until}].';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE channels.channels DROP COLUMN quality_rating, DROP COLUMN messaging_limit,
         DROP COLUMN name_status, DROP COLUMN restrictions`,
    );
  }
}

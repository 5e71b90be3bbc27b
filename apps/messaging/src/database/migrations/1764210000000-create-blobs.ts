import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the files that messages have in the blob store. */
export class CreateBlobs1764210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE messaging.blobs (
        account_id bigint NOT NULL,
        blob text NOT NULL,
        channel_id bigint NOT NULL,
        -- When the blob is deleted. Null: a message has it.
        due_at timestamptz(3),
        CONSTRAINT blobs_pkey PRIMARY KEY (account_id, blob)
      );
      CREATE INDEX blobs_of_channel ON messaging.blobs (account_id, channel_id);
      CREATE INDEX blobs_due ON messaging.blobs (due_at) WHERE due_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messaging.blobs');
  }
}

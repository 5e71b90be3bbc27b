import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUploads1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.uploads (
        account_id bigint NOT NULL,
        blob text NOT NULL,
        -- The service that the request went to.
        service text NOT NULL,
        -- When to find out whether the service keeps the blob.
        due_at timestamptz(3) NOT NULL,
        CONSTRAINT uploads_pkey PRIMARY KEY (account_id, blob)
      );
      CREATE INDEX uploads_due ON gateway.uploads (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.uploads');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UploadMedia1765520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE messaging.uploaded_media (
        account_id bigint NOT NULL,
        id text NOT NULL,
        blob text NOT NULL,
        filename text,
        mime_type text NOT NULL,
        size bigint NOT NULL,
        sha256 text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT uploaded_media_pkey PRIMARY KEY (account_id, id)
      );
      COMMENT ON TABLE messaging.uploaded_media IS
        'files that sends name by their id; a row stays for another day, since retries of sends are compared by the bytes';
      CREATE INDEX uploaded_media_blob ON messaging.uploaded_media (account_id, blob);
      CREATE INDEX uploaded_media_expiry ON messaging.uploaded_media (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messaging.uploaded_media');
  }
}

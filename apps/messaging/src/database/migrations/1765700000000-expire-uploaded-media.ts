import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpireUploadedMedia1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.uploaded_media ALTER COLUMN blob DROP NOT NULL;
      COMMENT ON COLUMN messaging.uploaded_media.blob IS 'null when it has expired, and its bytes are or will be deleted';
      DROP INDEX messaging.uploaded_media_blob;
      CREATE INDEX uploaded_media_bytes ON messaging.uploaded_media (account_id, sha256);
      CREATE INDEX uploaded_media_kept ON messaging.uploaded_media (expires_at) WHERE blob IS NOT NULL;
      UPDATE messaging.blobs SET due_at = NULL FROM messaging.uploaded_media AS uploaded
      WHERE blobs.account_id = uploaded.account_id AND blobs.blob = uploaded.blob AND expires_at > now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM messaging.uploaded_media WHERE blob IS NULL;
      UPDATE messaging.blobs SET due_at = expires_at FROM messaging.uploaded_media AS uploaded
      WHERE blobs.account_id = uploaded.account_id AND blobs.blob = uploaded.blob;
      DROP INDEX messaging.uploaded_media_kept;
      DROP INDEX messaging.uploaded_media_bytes;
      CREATE INDEX uploaded_media_blob ON messaging.uploaded_media (account_id, blob);
      ALTER TABLE messaging.uploaded_media ALTER COLUMN blob SET NOT NULL;
    `);
  }
}

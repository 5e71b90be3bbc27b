import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Abandons samples that ended templates had kept, and that were never deleted once the rows were gone. */
export class AbandonSamples1764593000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE templates.blobs SET due_at = now() + interval '10 minutes'
      WHERE due_at IS NULL AND NOT EXISTS (
        SELECT FROM templates.templates t
        WHERE t.account_id = blobs.account_id AND t.sample ->> 'blob' = blobs.blob
          AND t.state IN ('submitting', 'live', 'deleting'))`);
  }

  /** Does nothing: the samples that are not deleted yet still have no template. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}

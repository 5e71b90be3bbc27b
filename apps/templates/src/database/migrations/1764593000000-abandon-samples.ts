import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates kept their samples when they ended, and for good once their rows were gone. */
export class AbandonSamples1764593000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE templates.blobs SET due_at = now() + interval '10 minutes'
      WHERE due_at IS NULL AND NOT EXISTS (
        SELECT FROM templates.templates t
        WHERE t.account_id = blobs.account_id AND t.sample ->> 'blob' = blobs.blob
          AND t.state IN ('submitting', 'live', 'deleting'))`);
  }

  /** What is not deleted yet has no template all the same. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}

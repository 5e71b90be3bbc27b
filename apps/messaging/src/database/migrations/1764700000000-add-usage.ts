import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countSql, uncountSql, usageTablesSql } from '@chat/service-kit';
import { countedKeys, countedMedia } from '../../limits';

/** Replicas of the version before write no sizes: `BlobSizes` finds them out. */
export class AddUsage1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.blobs ADD COLUMN IF NOT EXISTS size bigint;
      COMMENT ON COLUMN messaging.blobs.size IS 'null: not known yet; 0: awaited, or lost';
    `);
    await runner.query(
      'CREATE INDEX IF NOT EXISTS blobs_unsized ON messaging.blobs (account_id, blob) WHERE size IS NULL',
    );
    await runner.query(usageTablesSql('messaging'));
    await runner.query(countSql('messaging', countedMedia));
    await runner.query(countSql('messaging', countedKeys));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(uncountSql('messaging', countedMedia));
    await runner.query(uncountSql('messaging', countedKeys));
    await runner.query(`
      DROP TABLE messaging.usage, messaging.usage_changes, messaging.usage_recounts;
      ALTER TABLE messaging.blobs DROP COLUMN size;
    `);
  }
}

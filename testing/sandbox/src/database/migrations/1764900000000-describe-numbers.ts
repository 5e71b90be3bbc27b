import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Describes numbers, and what their accounts may not send, as the provider does. */
export class DescribeNumbers1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox.cloud_numbers ADD COLUMN quality_rating text NOT NULL DEFAULT 'GREEN',
        ADD COLUMN messaging_limit text NOT NULL DEFAULT 'TIER_1K',
        ADD COLUMN name_status text NOT NULL DEFAULT 'APPROVED';
      ALTER TABLE sandbox.cloud_accounts ADD COLUMN restrictions jsonb NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN sandbox.cloud_accounts.restrictions IS
        'The kinds of message that it may not send, and until when: [{kind, expiration}], in seconds.';
      UPDATE sandbox.cloud_accounts SET restrictions =
        '[{"kind": "business_initiated", "expiration": null}, {"kind": "customer_initiated", "expiration": null}]'
      WHERE is_restricted;
      ALTER TABLE sandbox.cloud_accounts DROP COLUMN is_restricted;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox.cloud_accounts ADD COLUMN is_restricted boolean NOT NULL DEFAULT false;
      UPDATE sandbox.cloud_accounts SET is_restricted = restrictions <> '[]';
      ALTER TABLE sandbox.cloud_accounts DROP COLUMN restrictions;
      ALTER TABLE sandbox.cloud_numbers DROP COLUMN quality_rating, DROP COLUMN messaging_limit, DROP COLUMN name_status;
    `);
  }
}

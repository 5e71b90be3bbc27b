import type { MigrationInterface, QueryRunner } from 'typeorm';
import { usageTablesSql } from '@chat/service-kit';

export class AddUsage1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(usageTablesSql('channels'));
    await runner.query(`
      CREATE INDEX onboarding_sessions_open ON channels.onboarding_sessions (account_id, expires_at) WHERE step = 'open'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX channels.onboarding_sessions_open;
      DROP TABLE channels.usage, channels.usage_changes, channels.usage_recounts;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { usageTablesSql } from '@chat/service-kit';

export class AddUsage1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(usageTablesSql('webhooks'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhooks.usage, webhooks.usage_changes, webhooks.usage_recounts');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countSql, uncountSql, usageTablesSql } from '@chat/service-kit';

export class CountContacts1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(usageTablesSql('crm'));
    await runner.query(countSql('crm', { limit: 'contacts', table: 'contacts' }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(uncountSql('crm', { limit: 'contacts' }));
    await runner.query('DROP TABLE crm.usage, crm.usage_changes, crm.usage_recounts');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countSql, uncountSql, usageTablesSql } from '@chat/service-kit';

export class CountTickets1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(usageTablesSql('tickets'));
    await runner.query(countSql('tickets', { limit: 'tickets', table: 'tickets' }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(uncountSql('tickets', { limit: 'tickets' }));
    await runner.query('DROP TABLE tickets.usage, tickets.usage_changes, tickets.usage_recounts');
  }
}

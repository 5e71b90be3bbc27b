import type { MigrationInterface, QueryRunner } from 'typeorm';
import { idempotencyTableSql } from '@chat/idempotency';

export class CreateIdempotencyRecords1764215000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(idempotencyTableSql('messaging'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messaging.idempotency_records');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HideNumbers1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox.phones ADD COLUMN hidden boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox.phones DROP COLUMN hidden');
  }
}

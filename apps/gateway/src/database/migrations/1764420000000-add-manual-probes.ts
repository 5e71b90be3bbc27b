import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddManualProbes1764420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.accounts ADD COLUMN manual_probes boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.accounts DROP COLUMN manual_probes');
  }
}

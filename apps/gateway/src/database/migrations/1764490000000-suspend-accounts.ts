import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SuspendAccounts1764490000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.accounts
        ADD COLUMN suspended_at timestamptz(3),
        ADD COLUMN suspension_version integer NOT NULL DEFAULT 0;
      COMMENT ON COLUMN gateway.accounts.suspension_version IS 'counts its suspensions and resumptions';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE gateway.accounts DROP COLUMN suspended_at, DROP COLUMN suspension_version',
    );
  }
}

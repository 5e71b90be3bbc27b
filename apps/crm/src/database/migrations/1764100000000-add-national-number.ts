import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For numbers entered with a trunk prefix. Null means that `mobile` has none, as all earlier numbers. */
export class AddNationalNumber1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE crm.contacts ADD COLUMN national_number text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE crm.contacts DROP COLUMN national_number');
  }
}

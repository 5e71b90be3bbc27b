import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NameHiddenPeople1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.contact_names ALTER COLUMN contact_id DROP NOT NULL;
      COMMENT ON COLUMN messaging.contact_names.contact_id IS
        'Null for people without a number, whose names come from the business app and who cannot be contacts.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM messaging.contact_names WHERE contact_id IS NULL;
      ALTER TABLE messaging.contact_names ALTER COLUMN contact_id SET NOT NULL`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddContactOptOuts1764590000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.contact_names ADD COLUMN marketing_opted_out boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN messaging.contact_names.marketing_opted_out IS
        'The word of the account; what people told the provider is in messaging.opt_outs.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messaging.contact_names DROP COLUMN marketing_opted_out');
  }
}

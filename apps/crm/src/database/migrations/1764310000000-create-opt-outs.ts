import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOptOuts1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE crm.opt_outs (
        account_id bigint NOT NULL,
        canonical_phone text NOT NULL,
        opted_out boolean NOT NULL,
        changed_at timestamptz(3) NOT NULL,
        CONSTRAINT opt_outs_pkey PRIMARY KEY (account_id, canonical_phone)
      );
      COMMENT ON TABLE crm.opt_outs IS 'What people told the provider they want of marketing, by the latest word.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE crm.opt_outs');
  }
}

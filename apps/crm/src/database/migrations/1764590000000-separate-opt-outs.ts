import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Contacts contained a copy of the person's choice with the provider. Now they show it in addition to the account's
 * opt-out, which is all that the column stores. Copies would remain when the person opts in again.
 */
export class SeparateOptOuts1764590000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE crm.contacts SET marketing_opted_out = false FROM crm.opt_outs
      WHERE contacts.account_id = opt_outs.account_id AND contacts.canonical_phone = opt_outs.canonical_phone
        AND contacts.marketing_opted_out AND opt_outs.opted_out;
      COMMENT ON COLUMN crm.contacts.marketing_opted_out IS
        'The word of the account; what people told the provider is in crm.opt_outs.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE crm.contacts SET marketing_opted_out = true FROM crm.opt_outs
      WHERE contacts.account_id = opt_outs.account_id AND contacts.canonical_phone = opt_outs.canonical_phone
        AND opt_outs.opted_out;
      COMMENT ON COLUMN crm.contacts.marketing_opted_out IS NULL;
    `);
  }
}

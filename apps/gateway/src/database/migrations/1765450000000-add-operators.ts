import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operators of the installation: a flag beside the role, which only the admin tool sets. It ends with the second factor,
 * so that whoever sets one up later, perhaps somebody who has the password, does not become one.
 */
export class AddOperators1765450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.users ADD COLUMN is_operator boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT users_operator CHECK (NOT is_operator OR totp_confirmed_at IS NOT NULL)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.users DROP COLUMN is_operator');
  }
}

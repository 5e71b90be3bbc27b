import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys have a name, may expire, and know who made them: null stands for the admin tool, and for the time before. */
export class NameApiKeys1765420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.api_keys
        ADD COLUMN name text,
        ADD COLUMN expires_at timestamptz(3),
        ADD COLUMN created_by bigint,
        ADD CONSTRAINT api_keys_creator FOREIGN KEY (account_id, created_by)
          REFERENCES gateway.users (account_id, id) NOT VALID;
      ALTER TABLE gateway.api_keys VALIDATE CONSTRAINT api_keys_creator;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE gateway.api_keys DROP COLUMN name, DROP COLUMN expires_at, DROP COLUMN created_by',
    );
  }
}

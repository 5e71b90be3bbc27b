import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A person who is in several accounts is a user of each, and signs in as one of them: the others name it, and have neither an
 * address nor a password of their own. Replicas of the version before find no such user by an address.
 */
export class ShareSignIns1765900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.users
        ALTER COLUMN email DROP NOT NULL,
        ADD COLUMN sign_in_account_id bigint,
        ADD COLUMN sign_in_id bigint,
        ADD CONSTRAINT users_sign_in FOREIGN KEY (sign_in_account_id, sign_in_id)
          REFERENCES gateway.users (account_id, id),
        ADD CONSTRAINT users_one_address CHECK ((email IS NULL) = (sign_in_id IS NOT NULL)),
        ADD CONSTRAINT users_other_account CHECK (sign_in_account_id <> account_id),
        ADD CONSTRAINT users_whole_sign_in CHECK ((sign_in_account_id IS NULL) = (sign_in_id IS NULL));
      COMMENT ON COLUMN gateway.users.sign_in_id IS 'the user of another account as whom this person signs in';
      CREATE UNIQUE INDEX users_sign_in ON gateway.users (sign_in_account_id, sign_in_id, account_id)
        WHERE sign_in_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX gateway.users_sign_in;
      ALTER TABLE gateway.users DROP COLUMN sign_in_account_id, DROP COLUMN sign_in_id;
      ALTER TABLE gateway.users ALTER COLUMN email SET NOT NULL;
    `);
  }
}

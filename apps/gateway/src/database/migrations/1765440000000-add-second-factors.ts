import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People may have a second factor: codes of an app (RFC 6238), and recovery codes. Replicas of the version before do not ask
 * for it, so it protects once all are upgraded.
 */
export class AddSecondFactors1765440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.users
        -- Sealed. It counts once the user has entered a first code.
        ADD COLUMN totp_secret bytea,
        ADD COLUMN totp_confirmed_at timestamptz(3),
        ADD COLUMN totp_last_step bigint NOT NULL DEFAULT 0,
        ADD CONSTRAINT users_totp CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL);
      COMMENT ON COLUMN gateway.users.totp_last_step IS 'of the latest code that was used: none is used twice';

      CREATE TABLE gateway.recovery_codes (
        account_id bigint NOT NULL,
        user_id bigint NOT NULL,
        digest bytea NOT NULL,
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, user_id, digest),
        CONSTRAINT recovery_codes_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users (account_id, id)
      );

      -- Users whose password was right, and who have not entered a code yet.
      CREATE TABLE gateway.pending_sign_ins (
        account_id bigint NOT NULL,
        user_id bigint NOT NULL,
        digest bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (account_id, digest),
        CONSTRAINT pending_sign_ins_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users (account_id, id)
      );
      CREATE UNIQUE INDEX pending_sign_ins_digest ON gateway.pending_sign_ins (digest);
      CREATE INDEX pending_sign_ins_user ON gateway.pending_sign_ins (account_id, user_id);
      CREATE INDEX pending_sign_ins_expires_at ON gateway.pending_sign_ins (expires_at);

      ALTER TABLE gateway.person_links ADD COLUMN removes_second_factor boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.person_links DROP COLUMN removes_second_factor;
      DROP TABLE gateway.pending_sign_ins, gateway.recovery_codes;
      ALTER TABLE gateway.users DROP COLUMN totp_secret, DROP COLUMN totp_confirmed_at, DROP COLUMN totp_last_step;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wrong passwords are counted per email address, and shown to the person. Gateways of the release before count none, and
 * know no browsers.
 */
export class SlowGuesses1764621000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.sign_in_guesses (
        -- Also of addresses that no user has: whoever guesses must not learn which exist.
        email_digest bytea NOT NULL,
        guesses integer NOT NULL,
        ends_at timestamptz(3) NOT NULL,
        CONSTRAINT sign_in_guesses_pkey PRIMARY KEY (email_digest)
      );
      CREATE INDEX sign_in_guesses_ends_at ON gateway.sign_in_guesses (ends_at);

      CREATE TABLE gateway.known_browsers (
        account_id bigint NOT NULL,
        user_id bigint NOT NULL,
        digest bytea NOT NULL,
        -- Since the latest sign-in.
        wrong_passwords integer NOT NULL DEFAULT 0,
        last_used_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT known_browsers_pkey PRIMARY KEY (account_id, user_id, digest),
        CONSTRAINT known_browsers_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users (account_id, id)
      );
      CREATE INDEX known_browsers_last_used_at ON gateway.known_browsers (last_used_at);

      ALTER TABLE gateway.users
        ADD COLUMN wrong_passwords integer NOT NULL DEFAULT 0,
        ADD COLUMN last_sign_in_at timestamptz(3);
      COMMENT ON COLUMN gateway.users.wrong_passwords IS 'since the latest sign-in';
      ALTER TABLE gateway.sessions
        ADD COLUMN wrong_passwords integer NOT NULL DEFAULT 0,
        ADD COLUMN previous_sign_in_at timestamptz(3);
      COMMENT ON COLUMN gateway.sessions.wrong_passwords IS 'since the previous sign-in of the user';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.sessions DROP COLUMN wrong_passwords, DROP COLUMN previous_sign_in_at;
      ALTER TABLE gateway.users DROP COLUMN wrong_passwords, DROP COLUMN last_sign_in_at;
      DROP TABLE gateway.known_browsers, gateway.sign_in_guesses;
    `);
  }
}

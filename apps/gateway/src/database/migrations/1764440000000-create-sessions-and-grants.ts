import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds sessions, and users' grants to developer apps. A grant is a user's consent; each authorization code under it
 * begins a family of tokens, which ends as a whole. Cookies, codes and tokens are stored only as SHA-256: they are
 * random, so a digest does not reveal them.
 */
export class CreateSessionsAndGrants1764440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.sessions (
        account_id bigint NOT NULL,
        user_id bigint NOT NULL,
        digest bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT sessions_pkey PRIMARY KEY (account_id, digest),
        CONSTRAINT sessions_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users (account_id, id)
      );
      CREATE UNIQUE INDEX sessions_digest ON gateway.sessions (digest);
      CREATE INDEX sessions_user ON gateway.sessions (account_id, user_id);
      CREATE INDEX sessions_expires_at ON gateway.sessions (expires_at);

      CREATE TABLE gateway.oauth_grants (
        account_id bigint NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        user_id bigint NOT NULL,
        -- The app may belong to another account than the person.
        app_account_id bigint NOT NULL,
        app_id bigint NOT NULL,
        scopes text[] NOT NULL,
        revoked_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT oauth_grants_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT oauth_grants_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users (account_id, id),
        CONSTRAINT oauth_grants_app FOREIGN KEY (app_account_id, app_id)
          REFERENCES gateway.developer_apps (account_id, id)
      );
      CREATE UNIQUE INDEX oauth_grants_in_use ON gateway.oauth_grants (account_id, user_id, app_id)
        WHERE revoked_at IS NULL;
      CREATE UNIQUE INDEX oauth_grants_id ON gateway.oauth_grants (id);

      CREATE TABLE gateway.oauth_families (
        account_id bigint NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        grant_id bigint NOT NULL,
        scopes text[] NOT NULL,
        code_digest bytea NOT NULL,
        code_expires_at timestamptz(3) NOT NULL,
        code_challenge text NOT NULL,
        redirect_uri text NOT NULL,
        redeemed_at timestamptz(3),
        -- Set by a replay, a reuse or a revocation: from here on nothing of the family works.
        ended_at timestamptz(3),
        -- When nothing of the family can work any more by its age.
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT oauth_families_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT oauth_families_grant FOREIGN KEY (account_id, grant_id)
          REFERENCES gateway.oauth_grants (account_id, id)
      );
      CREATE UNIQUE INDEX oauth_families_code_digest ON gateway.oauth_families (code_digest);
      CREATE INDEX oauth_families_expires_at ON gateway.oauth_families (expires_at);

      CREATE TABLE gateway.oauth_tokens (
        account_id bigint NOT NULL,
        digest bytea NOT NULL,
        family_id bigint NOT NULL,
        kind text NOT NULL CONSTRAINT oauth_tokens_kind CHECK (kind IN ('access', 'refresh')),
        scopes text[] NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        -- Of a refresh token: when it was exchanged. To see it once more ends the family.
        used_at timestamptz(3),
        CONSTRAINT oauth_tokens_pkey PRIMARY KEY (account_id, digest),
        CONSTRAINT oauth_tokens_family FOREIGN KEY (account_id, family_id)
          REFERENCES gateway.oauth_families (account_id, id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX oauth_tokens_digest ON gateway.oauth_tokens (digest);
      CREATE INDEX oauth_tokens_family ON gateway.oauth_tokens (account_id, family_id);
      CREATE INDEX oauth_tokens_expires_at ON gateway.oauth_tokens (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE gateway.oauth_tokens, gateway.oauth_families, gateway.oauth_grants, gateway.sessions;
    `);
  }
}

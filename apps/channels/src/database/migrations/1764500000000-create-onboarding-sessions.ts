import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOnboardingSessions1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channels.onboarding_sessions (
        account_id bigint NOT NULL,
        id uuid NOT NULL,
        mode text NOT NULL
          CONSTRAINT onboarding_sessions_mode CHECK (mode IN ('cloud', 'coexistence')),
        return_url text NOT NULL,
        state text,
        step text NOT NULL DEFAULT 'open'
          CONSTRAINT onboarding_sessions_step
          CHECK (step IN ('open', 'connecting', 'pin', 'undoing', 'completed', 'failed')),
        sign_up_id bigint,
        connecting_since timestamptz(3),
        channel_id bigint,
        is_new_channel boolean NOT NULL DEFAULT false,
        pins_given smallint NOT NULL DEFAULT 0,
        advice text,
        error_code text,
        error_message text,
        expires_at timestamptz(3) NOT NULL,
        completed_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT onboarding_sessions_pkey PRIMARY KEY (account_id, id)
      );
      CREATE INDEX onboarding_sessions_id ON channels.onboarding_sessions (id);
      CREATE INDEX onboarding_sessions_created ON channels.onboarding_sessions (created_at);
      COMMENT ON COLUMN channels.onboarding_sessions.sign_up_id IS
        'The sign-up of the connector that holds the token; the session goes on with this one only.';
      COMMENT ON COLUMN channels.onboarding_sessions.is_new_channel IS
        'The channel was made for the session, and goes with it when it fails.';
      COMMENT ON COLUMN channels.onboarding_sessions.advice IS 'What the page says before another try, in a word.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channels.onboarding_sessions');
  }
}

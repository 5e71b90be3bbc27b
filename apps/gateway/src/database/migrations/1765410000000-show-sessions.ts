import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions show where they began, have an id that is no secret, and remember when their person proved who they are. */
export class ShowSessions1765410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.sessions
        ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY,
        ADD COLUMN address text,
        ADD COLUMN user_agent text,
        ADD COLUMN proven_at timestamptz(3) NOT NULL DEFAULT now();
      COMMENT ON COLUMN gateway.sessions.proven_at IS 'when the user last entered the password';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE gateway.sessions DROP COLUMN id, DROP COLUMN address, DROP COLUMN user_agent, DROP COLUMN proven_at',
    );
  }
}

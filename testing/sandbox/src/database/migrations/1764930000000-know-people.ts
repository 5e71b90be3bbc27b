import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the phones' network knows of people, and messages that a phone could not read at first. */
export class KnowPeople1764930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox.phones
        ADD COLUMN registered boolean NOT NULL DEFAULT true,
        ADD COLUMN registered_as text,
        ADD COLUMN has_hidden boolean NOT NULL DEFAULT false,
        ADD COLUMN passkey boolean NOT NULL DEFAULT false,
        ADD COLUMN restricted_until timestamptz(3),
        ADD COLUMN can_react boolean NOT NULL DEFAULT true;
      UPDATE sandbox.phones SET has_hidden = true WHERE hidden;
      CREATE INDEX phones_registered_as ON sandbox.phones (registered_as) WHERE registered_as IS NOT NULL;
      COMMENT ON COLUMN sandbox.phones.registered_as IS
        'Set: these digits are only another spelling of that phone, and the rest of the row counts for nothing.';
      COMMENT ON COLUMN sandbox.phones.has_hidden IS 'Whether the person hides the number or ever did.';
      COMMENT ON COLUMN sandbox.phones.restricted_until IS 'Infinity: until further notice.';

      ALTER TABLE sandbox.messages
        ADD COLUMN unreadable boolean NOT NULL DEFAULT false,
        ADD COLUMN resends jsonb NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN sandbox.messages.resends IS 'What the sender sent again for phones that could not read it.';

      ALTER TABLE sandbox.media DROP CONSTRAINT media_state, ADD CONSTRAINT media_state
        CHECK (state IN ('there', 'unavailable', 'gone', 'expired', 'lost'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE sandbox.media SET state = 'gone' WHERE state IN ('expired', 'lost');
      ALTER TABLE sandbox.media DROP CONSTRAINT media_state, ADD CONSTRAINT media_state
        CHECK (state IN ('there', 'unavailable', 'gone'));
      ALTER TABLE sandbox.messages DROP COLUMN unreadable, DROP COLUMN resends;
      ALTER TABLE sandbox.phones DROP COLUMN registered, DROP COLUMN registered_as, DROP COLUMN has_hidden,
        DROP COLUMN passkey, DROP COLUMN restricted_until, DROP COLUMN can_react;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what in an account. */
export class CreateAuditEntries1765800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.audit_entries (
        account_id bigint NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        -- Of the event that reported it, which may be published again.
        event_id uuid NOT NULL,
        at timestamptz(3) NOT NULL,
        action text NOT NULL,
        actor_type text NOT NULL,
        actor_id text,
        target text NOT NULL,
        address text,
        request_id text,
        changed text[] NOT NULL,
        before jsonb,
        after jsonb,
        CONSTRAINT audit_entries_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT audit_entries_event UNIQUE (event_id)
      );
      CREATE INDEX audit_entries_newest ON gateway.audit_entries (account_id, at DESC, id DESC);
      CREATE INDEX audit_entries_actor ON gateway.audit_entries (account_id, actor_id, at DESC, id DESC);
      CREATE INDEX audit_entries_action ON gateway.audit_entries (account_id, action, at DESC, id DESC);
      CREATE INDEX audit_entries_target ON gateway.audit_entries (account_id, target, at DESC, id DESC);
      CREATE INDEX audit_entries_at ON gateway.audit_entries (at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.audit_entries');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSandbox1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sandbox.phones (
        digits text CONSTRAINT phones_pkey PRIMARY KEY,
        name text NOT NULL,
        marketing text NOT NULL DEFAULT 'on' CONSTRAINT phones_marketing CHECK (marketing IN ('on', 'stop')),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE TABLE sandbox.links (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT links_pkey PRIMARY KEY,
        phone_digits text NOT NULL CONSTRAINT links_phone REFERENCES sandbox.phones (digits),
        credentials_digest bytea NOT NULL CONSTRAINT links_credentials UNIQUE,
        linked_at timestamptz(3) NOT NULL DEFAULT now(),
        unlinked_at timestamptz(3)
      );
      CREATE INDEX links_of_phone ON sandbox.links (phone_digits) WHERE unlinked_at IS NULL;

      CREATE TABLE sandbox.messages (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT messages_pkey PRIMARY KEY,
        chat_message_id text NOT NULL,
        reference text,
        link_id bigint CONSTRAINT messages_link REFERENCES sandbox.links (id),
        from_digits text NOT NULL,
        to_digits text NOT NULL,
        text text NOT NULL,
        accepted_at timestamptz(3) NOT NULL DEFAULT now(),
        read_at timestamptz(3)
      );
      COMMENT ON TABLE sandbox.messages IS
        'Whatever the network accepted. Rows with a reference are the ledger of sends: a double send is two rows.';
      CREATE INDEX messages_reference ON sandbox.messages (reference) WHERE reference IS NOT NULL;
      CREATE INDEX messages_to ON sandbox.messages (to_digits, id);
      CREATE INDEX messages_from ON sandbox.messages (from_digits, id);

      CREATE TABLE sandbox.deliveries (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT deliveries_pkey PRIMARY KEY,
        link_id bigint NOT NULL CONSTRAINT deliveries_link REFERENCES sandbox.links (id),
        content jsonb NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON TABLE sandbox.deliveries IS 'What a linked device has not confirmed yet.';
      CREATE INDEX deliveries_due ON sandbox.deliveries (link_id, due_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sandbox.deliveries, sandbox.messages, sandbox.links, sandbox.phones');
  }
}

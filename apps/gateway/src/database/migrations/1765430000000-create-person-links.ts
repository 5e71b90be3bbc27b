import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which people come to an account, or back into it. Whoever has one can use it once. */
export class CreatePersonLinks1765430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.person_links (
        account_id bigint NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        kind text NOT NULL CONSTRAINT person_links_kind CHECK (kind IN ('invitation', 'reset')),
        digest bytea NOT NULL,
        -- Of an invitation. Whether somebody has the address already is found out when it is accepted.
        email text,
        role text CONSTRAINT person_links_role CHECK (role IN ('viewer', 'agent', 'developer', 'admin', 'owner')),
        -- Of a reset.
        user_id bigint,
        made_by bigint NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3),
        revoked_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT person_links_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT person_links_of_kind CHECK (
          CASE kind WHEN 'invitation' THEN email IS NOT NULL AND role IS NOT NULL AND user_id IS NULL
          ELSE email IS NULL AND role IS NULL AND user_id IS NOT NULL END),
        CONSTRAINT person_links_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users (account_id, id),
        CONSTRAINT person_links_maker FOREIGN KEY (account_id, made_by) REFERENCES gateway.users (account_id, id)
      );
      CREATE UNIQUE INDEX person_links_digest ON gateway.person_links (digest);
      CREATE INDEX person_links_user ON gateway.person_links (account_id, user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX person_links_expires_at ON gateway.person_links (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.person_links');
  }
}

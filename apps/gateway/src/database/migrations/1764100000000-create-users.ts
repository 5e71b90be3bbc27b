import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.users (
        account_id bigint NOT NULL CONSTRAINT users_account REFERENCES gateway.accounts (id),
        id bigint GENERATED ALWAYS AS IDENTITY,
        email text NOT NULL CONSTRAINT users_email UNIQUE,
        name text,
        password_hash text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT users_pkey PRIMARY KEY (account_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.users');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The requests of accounts and how they were answered. Gateways add a partition for each day and drop old ones. */
export class CreateRequests1765810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.requests (
        account_id bigint NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        at timestamptz(3) NOT NULL,
        request_id text NOT NULL,
        method text NOT NULL,
        route text NOT NULL,
        status smallint NOT NULL,
        error text,
        faults text[] NOT NULL,
        credential_type text NOT NULL,
        credential text NOT NULL,
        address text NOT NULL,
        ms integer NOT NULL
      ) PARTITION BY RANGE (at);
      CREATE INDEX requests_newest ON gateway.requests (account_id, at DESC, id DESC);
      CREATE INDEX requests_request_id ON gateway.requests (account_id, request_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.requests');
  }
}

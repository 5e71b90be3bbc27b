import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many messages became what in each hour and day. */
export class CountMessages1765820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['hourly_counts', 'daily_counts']) {
      await runner.query(`
        CREATE TABLE messaging.${table} (
          account_id bigint NOT NULL,
          start timestamptz NOT NULL,
          channel_id bigint NOT NULL,
          direction text NOT NULL,
          kind text NOT NULL,
          status text NOT NULL,
          -- Of the price; empty if the provider said nothing.
          category text NOT NULL,
          count bigint NOT NULL,
          CONSTRAINT ${table}_pkey PRIMARY KEY (account_id, start, channel_id, direction, kind, status, category)
        )`);
    }
    await runner.query(`
      CREATE INDEX hourly_counts_start ON messaging.hourly_counts (start);
      CREATE TABLE messaging.counting (
        only_row boolean CONSTRAINT counting_pkey PRIMARY KEY DEFAULT true CHECK (only_row),
        since timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON TABLE messaging.counting IS 'Since when messages are counted: earlier events in the stream are not.';
      INSERT INTO messaging.counting DEFAULT VALUES;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE messaging.hourly_counts; DROP TABLE messaging.daily_counts; DROP TABLE messaging.counting',
    );
  }
}

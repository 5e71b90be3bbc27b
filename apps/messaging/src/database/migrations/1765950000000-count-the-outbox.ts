import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages are counted from the outbox (ADR 81). */
export class CountTheOutbox1765950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.counting ADD COLUMN counted_to bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN messaging.counting.counted_to IS 'The last row of the outbox that is counted.';
      COMMENT ON TABLE messaging.counting IS 'Since when messages are counted, and how far.';
      UPDATE messaging.counting SET counted_to = COALESCE((SELECT max(id) FROM messaging.outbox), 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messaging.counting DROP COLUMN counted_to');
  }
}

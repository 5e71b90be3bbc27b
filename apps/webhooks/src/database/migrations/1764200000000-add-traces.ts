import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddTraces1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks.deliveries ADD COLUMN traceparent text;
      COMMENT ON COLUMN webhooks.deliveries.traceparent IS
        'the trace that its attempts are part of; null: not sampled';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries DROP COLUMN traceparent');
  }
}

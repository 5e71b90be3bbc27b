import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drops the unique key by event: the inbox already keeps an event from becoming two deliveries, and every result of an
 * attempt added an entry to the key's index.
 */
export class DropDeliveryEventKey1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries DROP CONSTRAINT deliveries_event');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE webhooks.deliveries ADD CONSTRAINT deliveries_event UNIQUE (account_id, webhook_id, event_id)',
    );
  }
}

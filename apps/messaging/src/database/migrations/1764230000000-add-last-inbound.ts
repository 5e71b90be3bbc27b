import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Expands only: a conversation updated by an older replica names an older message, which is still read correctly. */
export class AddLastInbound1764230000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.conversations
        ADD COLUMN last_inbound_id bigint,
        ADD COLUMN last_inbound_at timestamptz(3);
      COMMENT ON COLUMN messaging.conversations.last_inbound_id IS
        'The newest message of the contact, by the time at which it was sent; null while there is none.';
      UPDATE messaging.conversations AS c SET (last_inbound_id, last_inbound_at) = (
        SELECT m.id, m.occurred_at FROM messaging.messages m
        WHERE m.account_id = c.account_id AND m.conversation_id = c.id AND m.direction = 'inbound'
        ORDER BY m.occurred_at DESC, m.id DESC LIMIT 1);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE messaging.conversations DROP COLUMN last_inbound_id, DROP COLUMN last_inbound_at',
    );
  }
}

import type { Pool } from 'pg';

/**
 * Copies the tables with their rows, indexes and checks into the floor's own schema. The rate limit is shared: both use
 * the same window and the same statement, but never at the same time.
 */
export async function copyTables(pool: Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA floor;
    CREATE TABLE floor.conversations (LIKE messaging.conversations INCLUDING ALL);
    CREATE TABLE floor.messages (LIKE messaging.messages INCLUDING ALL,
      FOREIGN KEY (account_id, conversation_id) REFERENCES floor.conversations (account_id, id));
    CREATE TABLE floor.contacts (LIKE crm.contacts INCLUDING ALL);
    CREATE TABLE floor.outbox (LIKE messaging.outbox INCLUDING ALL);
    CREATE TABLE floor.idempotency_records (LIKE messaging.idempotency_records INCLUDING ALL);
    CREATE TABLE floor.templates (LIKE templates.templates INCLUDING ALL);
    CREATE TABLE floor.api_keys (
      client_id text PRIMARY KEY,
      account_id bigint NOT NULL,
      secret_digest bytea NOT NULL,
      rate_limit integer NOT NULL
    );
    INSERT INTO floor.conversations SELECT * FROM messaging.conversations;
    INSERT INTO floor.messages SELECT * FROM messaging.messages;
    INSERT INTO floor.templates OVERRIDING SYSTEM VALUE SELECT * FROM templates.templates;
    INSERT INTO floor.contacts OVERRIDING SYSTEM VALUE SELECT * FROM crm.contacts;
    SELECT setval('floor.conversations_id_seq', max(id)) FROM floor.conversations;
    SELECT setval('floor.messages_id_seq', max(id)) FROM floor.messages;
    SELECT setval('floor.contacts_id_seq', max(id)) FROM floor.contacts;
  `);
  for (const table of ['conversations', 'messages', 'contacts']) {
    await pool.query(`VACUUM ANALYZE floor.${table}`);
  }
}

import { createHash, randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { success } from './envelope';
import { inTransaction } from './in-transaction';
import { append, recordOutcome, type HandOver } from './send-message';

export interface OutgoingTemplate {
  accountId: number;
  channelId: number;
  phone: string;
  /** Such as `tpl_7`. */
  templateId: string;
  values: string[];
  /** The Idempotency-Key. */
  key: string;
}

interface TemplateRow {
  name: string;
  language: string;
  components: { type: string; text: string }[];
}

/**
 * The minimum work of an idempotent template send: records its key, the message with the mark that the provider may be
 * reached, and the outcome with the answer for replays.
 */
export async function sendTemplate(
  pool: Pool,
  handOver: HandOver,
  outgoing: OutgoingTemplate,
): Promise<object> {
  const { accountId, channelId, phone, values, key } = outgoing;
  const row = await readTemplate(pool, accountId, outgoing.templateId);
  await claim(pool, outgoing);
  const text = row.components[0]!.text.replace('{{1}}', values[0]!);
  const parameters = values.map((value) => ({ type: 'text', text: value }));
  const template = {
    name: row.name,
    language: { code: row.language, policy: 'deterministic' },
    components: [{ type: 'body', parameters }],
  };
  const { id, conversation_id } = await inTransaction(pool, async (client) => {
    const appended = await append(client, { accountId, channelId, phone, text, template });
    await reach(client, accountId, key, appended.id);
    return appended;
  });
  const chatMessageId = await handOver({ reference: `floor-${id}`, to: phone, text, template });
  const answer = { message_id: id, conversation_id, chat_message_id: chatMessageId };
  await inTransaction(pool, async (client) => {
    await recordOutcome(client, accountId, id, chatMessageId);
    await finish(client, accountId, key, answer);
  });
  return success(answer);
}

async function readTemplate(pool: Pool, accountId: number, templateId: string): Promise<TemplateRow> {
  const { rows } = await pool.query<TemplateRow>({
    name: 'read_template',
    text: `SELECT name, language, components FROM floor.templates
      WHERE account_id = $1 AND id = $2 AND status = 'APPROVED'`,
    values: [accountId, Number(templateId.slice('tpl_'.length))],
  });
  return rows[0]!;
}

async function claim(pool: Pool, { key, ...outgoing }: OutgoingTemplate): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(outgoing)).digest();
  const { rowCount } = await pool.query({
    name: 'claim_key',
    text: `INSERT INTO floor.idempotency_records
        (account_id, namespace, key, fingerprint, owner, lease_until, expires_at)
      VALUES ($1, 'floor', $2, $3, $4, now() + interval '35 seconds', now() + interval '24 hours')
      ON CONFLICT DO NOTHING`,
    values: [outgoing.accountId, key, fingerprint, randomUUID()],
  });
  if (rowCount !== 1) throw new Error('The floor answers no repeats.');
}

async function reach(client: ClientBase, accountId: number, key: string, messageId: number): Promise<void> {
  await client.query({
    name: 'reach',
    text: `UPDATE floor.idempotency_records SET is_reached = true, entity_id = $3
      WHERE account_id = $1 AND namespace = 'floor' AND key = $2`,
    values: [accountId, key, messageId],
  });
}

async function finish(client: ClientBase, accountId: number, key: string, answer: object): Promise<void> {
  await client.query({
    name: 'finish',
    text: `UPDATE floor.idempotency_records SET state = 'done', status = 201, result = $3
      WHERE account_id = $1 AND namespace = 'floor' AND key = $2`,
    values: [accountId, key, JSON.stringify(answer)],
  });
}

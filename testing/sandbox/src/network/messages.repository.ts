import type { DataSource } from 'typeorm';
import type { FirstReceipt } from '../faults/receipt.rules';
import type { Delivery, DeliveryContent } from './deliveries.repository';

export interface NewMessage {
  chatMessageId: string;
  from: string;
  to: string;
  /** Null when the message is not a text; its content is then in `other`. */
  text: string | null;
  other?: object;
  /** Defaults to now. */
  sentAt?: Date;
}

export interface MessageRow {
  chat_message_id: string;
  reference: string | null;
  from_digits: string;
  to_digits: string;
  text: string | null;
  other: object | null;
  accepted_at: Date;
  read_at: Date | null;
}

/** A pending delivery with the id of its linked device. */
export type WaitingDelivery = Delivery & { link_id: number };

const COLUMNS = 'chat_message_id, reference, from_digits, to_digits, text, other, accepted_at, read_at';
const CHAT_LIMIT = 500;

export class MessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Commits a send of a linked device: the row of the ledger, its first receipt, and the message for the recipient's
   * devices. Never refuses a repeat, since the ledger has to show it.
   * @returns the new deliveries: receipts for the sender's device, and the message for each device of the recipient.
   */
  async accept(
    linkId: number,
    reference: string,
    message: NewMessage,
    receipt: FirstReceipt,
  ): Promise<WaitingDelivery[]> {
    const content: DeliveryContent = {
      type: 'receipt',
      id: message.chatMessageId,
      level: receipt.level,
      code: receipt.code,
      at_ms: Date.now() + receipt.delayMs,
    };
    return this.dataSource.query(
      `WITH recipient AS (
         INSERT INTO sandbox.phones (digits, name) VALUES ($1, $1) ON CONFLICT (digits) DO NOTHING
       ), ledger AS (
         INSERT INTO sandbox.messages (chat_message_id, reference, link_id, from_digits, to_digits, text, other)
         VALUES ($4, $5, $6, $2, $1, $7, $11::jsonb)
       ), receipts AS (
         INSERT INTO sandbox.deliveries (link_id, content, due_at)
         SELECT $6, $8::jsonb, now() + $9 * interval '1 millisecond' FROM generate_series(1, $10)
         RETURNING id, link_id, content
       ), delivered AS (
         INSERT INTO sandbox.deliveries (link_id, content)
         SELECT id, $3::jsonb FROM sandbox.links WHERE phone_digits = $1 AND unlinked_at IS NULL AND phone_digits <> $2
         RETURNING id, link_id, content
       )
       SELECT id, link_id, content, $9::float8 AS wait_ms FROM receipts
       UNION ALL SELECT id, link_id, content, 0 FROM delivered`,
      [
        message.to,
        message.from,
        inbound(message),
        message.chatMessageId,
        reference,
        linkId,
        message.text,
        content,
        receipt.delayMs,
        receipt.copies,
        message.other ?? null,
      ],
    );
  }

  /**
   * Commits messages of people, each with the name of its phone. Messages without a linked recipient are not kept.
   * Deliveries get their ids beforehand, because rows returned by INSERT do not say which message they belong to.
   * @returns for each message the new deliveries, one per linked device of its recipient.
   */
  async write(messages: readonly NewMessage[]): Promise<WaitingDelivery[][]> {
    const rows: (WaitingDelivery & { place: number })[] = await this.dataSource.query(
      `WITH given AS MATERIALIZED (
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::jsonb[])
           WITH ORDINALITY AS message (to_digits, from_digits, chat_message_id, text, other, sent_at, content, place)
       ), writers AS (
         INSERT INTO sandbox.phones (digits, name) SELECT DISTINCT from_digits, from_digits FROM given ORDER BY 1
         ON CONFLICT (digits) DO NOTHING
       ), reached AS MATERIALIZED (
         SELECT place, links.id AS link_id, nextval('sandbox.deliveries_id_seq') AS id,
           jsonb_set(content, '{push_name}', to_jsonb(coalesce(
             (SELECT name FROM sandbox.phones WHERE digits = from_digits), from_digits))) AS content
         FROM given JOIN sandbox.links ON phone_digits = to_digits AND unlinked_at IS NULL AND phone_digits <> from_digits
         ORDER BY place
       ), delivered AS (
         INSERT INTO sandbox.deliveries (id, link_id, content) OVERRIDING SYSTEM VALUE
         SELECT id, link_id, content FROM reached
       ), kept AS (
         INSERT INTO sandbox.messages (chat_message_id, from_digits, to_digits, text, other, accepted_at)
         SELECT chat_message_id, from_digits, to_digits, text, other, coalesce(sent_at, now())
         FROM given WHERE place IN (SELECT place FROM reached) ORDER BY place
       ) SELECT place, id, link_id, content, 0 AS wait_ms FROM reached`,
      [
        messages.map(({ to }) => to),
        messages.map(({ from }) => from),
        messages.map(({ chatMessageId }) => chatMessageId),
        messages.map(({ text }) => text),
        messages.map(({ other }) => (other ? JSON.stringify(other) : null)),
        messages.map(({ sentAt }) => sentAt ?? null),
        messages.map((message) => JSON.stringify(inbound(message))),
      ],
    );
    const waiting: WaitingDelivery[][] = messages.map(() => []);
    for (const { place, ...delivery } of rows) waiting[place - 1]!.push(delivery);
    return waiting;
  }

  /** The person reads a chat. @returns how many messages became read, and the links to notify. */
  async read(digits: string, from: string): Promise<{ read: number; linkIds: number[] }> {
    return this.open('from_digits = $2', [digits, from]);
  }

  /** The same up to one message, whoever sent it, as reported by a linked device. */
  async readUpTo(digits: string, chatMessageId: string): Promise<{ read: number; linkIds: number[] }> {
    const condition = `EXISTS (SELECT FROM sandbox.messages AS newest
      WHERE newest.to_digits = $1 AND newest.chat_message_id = $2
        AND newest.from_digits = messages.from_digits AND newest.id >= messages.id)`;
    return this.open(condition, [digits, chatMessageId]);
  }

  private async open(condition: string, values: string[]): Promise<{ read: number; linkIds: number[] }> {
    const rows: { link_id: number | null }[] = await this.dataSource.query(
      `WITH opened AS (
         UPDATE sandbox.messages SET read_at = now()
         WHERE to_digits = $1 AND ${condition} AND read_at IS NULL RETURNING id, chat_message_id, link_id
       ), receipts AS (
         INSERT INTO sandbox.deliveries (link_id, content)
         SELECT link_id, jsonb_build_object('type', 'receipt', 'id', chat_message_id, 'level', 'read',
           'code', NULL, 'at_ms', floor(extract(epoch FROM now()) * 1000))
         FROM opened JOIN sandbox.links ON links.id = link_id AND unlinked_at IS NULL ORDER BY opened.id
       ) SELECT link_id FROM opened`,
      values,
    );
    const linkIds = rows.flatMap(({ link_id }) => (link_id === null ? [] : [link_id]));
    return { read: rows.length, linkIds: [...new Set(linkIds)] };
  }

  /** Finds a message that the phone received or wrote. */
  async find(digits: string, chatMessageId: string): Promise<MessageRow | null> {
    const [row] = await this.list(
      'chat_message_id = $2 AND (to_digits = $1 OR from_digits = $1)',
      [digits, chatMessageId],
      1,
    );
    return row ?? null;
  }

  async received(digits: string): Promise<MessageRow[]> {
    return this.list('to_digits = $1', [digits], CHAT_LIMIT);
  }

  /** Returns the messages that the phone received and wrote. */
  async chats(digits: string): Promise<MessageRow[]> {
    return this.list('(to_digits = $1 OR from_digits = $1)', [digits], CHAT_LIMIT);
  }

  /** Returns the whole ledger of sends, or its rows with one reference. */
  async sends(reference: string | null): Promise<MessageRow[]> {
    if (reference === null) return this.list('reference IS NOT NULL', []);
    return this.list('reference = $1', [reference]);
  }

  /** Returns the newest rows, oldest first. */
  private async list(where: string, values: string[], limit: number | null = null): Promise<MessageRow[]> {
    return this.dataSource.query(
      `SELECT * FROM (SELECT id, ${COLUMNS} FROM sandbox.messages WHERE ${where} ORDER BY id DESC LIMIT ${limit})
       AS newest ORDER BY id`,
      values,
    );
  }
}

/** The message as the recipient's devices get it; there, a business has no name. */
function inbound(message: NewMessage): DeliveryContent {
  return {
    type: 'message',
    id: message.chatMessageId,
    from: message.from,
    push_name: null,
    text: message.text,
    ...(message.other && { other: message.other }),
    sent_at_ms: (message.sentAt ?? new Date()).getTime(),
  };
}

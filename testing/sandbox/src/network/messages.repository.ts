import type { DataSource } from 'typeorm';
import type { FirstReceipt } from '../faults/receipt.rules';
import type { Delivery, DeliveryContent } from './deliveries.repository';
import type { PersonNames } from './phone-book';

export interface NewMessage {
  chatMessageId: string;
  from: string;
  to: string;
  /** How the recipient's devices are told who wrote it; by default by number. */
  sender?: PersonNames;
  /** How the sender's other devices are told to whom. */
  recipient?: PersonNames;
  /** Null when the message is not a text; its content is then in `other`. */
  text: string | null;
  other?: object;
  /** The id of the message that it answers. */
  replyTo?: string;
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
  reply_to: string | null;
  accepted_at: Date;
  read_at: Date | null;
  /** The phone could not read it, and waits for the sender to send it again. */
  unreadable: boolean;
  /** What the sender sent again. */
  resends: Pick<MessageRow, 'text' | 'other'>[];
}

/** A pending delivery with the id of its linked device. */
export type WaitingDelivery = Delivery & { link_id: number };

const COLUMNS =
  'chat_message_id, reference, from_digits, to_digits, text, other, reply_to, accepted_at, read_at, unreadable, resends';
const CHAT_LIMIT = 500;

export class MessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Commits a send of a linked device: the row of the ledger, its first receipt, the message for the recipient's devices
   * and its echo for the sender's other devices. Never refuses a repeat, since the ledger has to show it.
   * @returns the new deliveries.
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
         INSERT INTO sandbox.messages (chat_message_id, reference, link_id, from_digits, to_digits, text, other, reply_to)
         VALUES ($4, $5, $6, $2, $1, $7, $11::jsonb, $13)
       ), receipts AS (
         INSERT INTO sandbox.deliveries (link_id, content, due_at)
         SELECT $6, $8::jsonb, now() + $9 * interval '1 millisecond' FROM generate_series(1, $10)
         RETURNING id, link_id, content
       ), delivered AS (
         INSERT INTO sandbox.deliveries (link_id, content)
         SELECT id, $3::jsonb FROM sandbox.links WHERE phone_digits = $1 AND unlinked_at IS NULL AND phone_digits <> $2
         RETURNING id, link_id, content
       ), echoed AS (
         INSERT INTO sandbox.deliveries (link_id, content)
         SELECT id, $12::jsonb FROM sandbox.links WHERE phone_digits = $2 AND unlinked_at IS NULL AND id <> $6
         RETURNING id, link_id, content
       )
       SELECT id, link_id, content, $9::float8 AS wait_ms FROM receipts
       UNION ALL SELECT id, link_id, content, 0 FROM delivered
       UNION ALL SELECT id, link_id, content, 0 FROM echoed`,
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
        echoOf(message),
        message.replyTo ?? null,
      ],
    );
  }

  /**
   * Commits what the owner of a phone with linked devices writes on the phone itself.
   * @returns the new deliveries: its echo for each device of the phone, and the message for those of the recipient; none
   * when no device is linked, and then nothing is kept.
   */
  async echo(message: NewMessage): Promise<WaitingDelivery[]> {
    return this.dataSource.query(
      `WITH devices AS MATERIALIZED (
         SELECT id, CASE phone_digits WHEN $1 THEN $3::jsonb ELSE $4::jsonb END AS content
         FROM sandbox.links WHERE phone_digits IN ($1, $2) AND unlinked_at IS NULL
           AND EXISTS (SELECT FROM sandbox.links WHERE phone_digits = $1 AND unlinked_at IS NULL)
       ), recipient AS (
         INSERT INTO sandbox.phones (digits, name) SELECT $2, $2 WHERE EXISTS (SELECT FROM devices)
         ON CONFLICT (digits) DO NOTHING
       ), kept AS (
         INSERT INTO sandbox.messages (chat_message_id, from_digits, to_digits, text, other, accepted_at, reply_to)
         SELECT $5, $1, $2, $6, $7::jsonb, coalesce($8, now()), $9 WHERE EXISTS (SELECT FROM devices)
       ), delivered AS (
         INSERT INTO sandbox.deliveries (link_id, content) SELECT id, content FROM devices
         RETURNING id, link_id, content
       ) SELECT id, link_id, content, 0 AS wait_ms FROM delivered`,
      [
        message.from,
        message.to,
        echoOf(message),
        inbound(message),
        message.chatMessageId,
        message.text,
        message.other ?? null,
        message.sentAt ?? null,
        message.replyTo ?? null,
      ],
    );
  }

  /**
   * The phone could not read a message that a linked device sent, and asks for it again.
   * @returns the new deliveries, for the devices of the sender; none when no linked device sent it such a message.
   */
  async askAgain(digits: string, chatMessageId: string): Promise<WaitingDelivery[]> {
    const content: DeliveryContent = { type: 'retry', id: chatMessageId };
    return this.dataSource.query(
      `WITH asked AS (
         UPDATE sandbox.messages SET unreadable = true
         WHERE to_digits = $1 AND chat_message_id = $2 AND reference IS NOT NULL RETURNING from_digits
       ), delivered AS (
         INSERT INTO sandbox.deliveries (link_id, content)
         SELECT id, $3::jsonb FROM sandbox.links
         WHERE phone_digits IN (SELECT from_digits FROM asked) AND unlinked_at IS NULL
         RETURNING id, link_id, content
       ) SELECT id, link_id, content, 0 AS wait_ms FROM delivered`,
      [digits, chatMessageId, content],
    );
  }

  /** The phone that could not read a message gets its content again, which may not be a second message. */
  async sendAgain(
    from: string,
    chatMessageId: string,
    content: Pick<NewMessage, 'text' | 'other'>,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.messages SET unreadable = false, resends = resends || jsonb_build_array($3::jsonb)
       WHERE from_digits = $1 AND chat_message_id = $2`,
      [from, chatMessageId, { text: content.text, other: content.other ?? null }],
    );
  }

  /** Whether the person ever wrote to the phone. */
  async hasWritten(from: string, to: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      'SELECT FROM sandbox.messages WHERE from_digits = $1 AND to_digits = $2 LIMIT 1',
      [from, to],
    );
    return rows.length > 0;
  }

  /**
   * Commits messages of people, each with the name of its phone. Messages without a linked recipient are not kept.
   * Deliveries get their ids beforehand, because rows returned by INSERT do not say which message they belong to.
   * @returns for each message the new deliveries, one per linked device of its recipient.
   */
  async write(messages: readonly NewMessage[]): Promise<WaitingDelivery[][]> {
    const rows: (WaitingDelivery & { place: number })[] = await this.dataSource.query(
      `WITH given AS MATERIALIZED (
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::jsonb[],
             $8::text[])
           WITH ORDINALITY AS message (to_digits, from_digits, chat_message_id, text, other, sent_at, content, reply_to, place)
       ), writers AS (
         INSERT INTO sandbox.phones (digits, name) SELECT DISTINCT from_digits, from_digits FROM given ORDER BY 1
         ON CONFLICT (digits) DO NOTHING
       ), reached AS MATERIALIZED (
         SELECT place, links.id AS link_id, nextval('sandbox.deliveries_id_seq') AS id,
           jsonb_set(content, '{push_name}', coalesce(to_jsonb(nullif(
             coalesce((SELECT name FROM sandbox.phones WHERE digits = from_digits), from_digits),
             CASE WHEN content ->> 'from' IS NULL THEN from_digits END)), 'null')) AS content
         FROM given JOIN sandbox.links ON phone_digits = to_digits AND unlinked_at IS NULL AND phone_digits <> from_digits
         ORDER BY place
       ), delivered AS (
         INSERT INTO sandbox.deliveries (id, link_id, content) OVERRIDING SYSTEM VALUE
         SELECT id, link_id, content FROM reached
       ), kept AS (
         INSERT INTO sandbox.messages (chat_message_id, from_digits, to_digits, text, other, accepted_at, reply_to)
         SELECT chat_message_id, from_digits, to_digits, text, other, coalesce(sent_at, now()), reply_to
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
        messages.map(({ replyTo }) => replyTo ?? null),
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

  /** The same for exactly these messages. */
  async readThese(digits: string, chatMessageIds: string[]): Promise<{ read: number; linkIds: number[] }> {
    return this.open('chat_message_id = ANY ($2)', [digits, chatMessageIds]);
  }

  private async open(condition: string, values: unknown[]): Promise<{ read: number; linkIds: number[] }> {
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
  const { digits, userId } = message.sender ?? { digits: message.from };
  return {
    type: 'message',
    id: message.chatMessageId,
    from: digits,
    ...(userId !== undefined && { from_id: userId }),
    push_name: null,
    ...contentOf(message),
  };
}

/** The message as the sender's own devices get it. */
function echoOf(message: NewMessage): DeliveryContent {
  const { digits, userId } = message.recipient ?? { digits: message.to };
  return {
    type: 'echo',
    id: message.chatMessageId,
    to: digits,
    ...(userId !== undefined && { to_id: userId }),
    ...contentOf(message),
  };
}

function contentOf({ text, other, replyTo, sentAt = new Date() }: NewMessage) {
  return {
    text,
    ...(other && { other }),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    sent_at_ms: sentAt.getTime(),
  };
}

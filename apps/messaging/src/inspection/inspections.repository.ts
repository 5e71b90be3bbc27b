import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MediaReference, MessageError } from '@chat/contracts/connector';
import { accountOfSql, firstIdSince, type Placed } from '@chat/lists';
import { JOIN_CONVERSATION } from '../visibility/survivor';
import { isDeleted } from '../visibility/visible';
import type { MessageOrigin } from '../messages/message-origin';
import type { MessageState } from '../messages/message-status.rules';

/** A message as operators see it, without its content. */
export interface InspectedRow {
  id: number;
  account_id: number;
  channel_id: number;
  conversation_id: number;
  direction: 'inbound' | 'outbound';
  source: string;
  type: string;
  status: MessageState;
  error: MessageError | null;
  media: Pick<MediaReference, 'awaited'> | null;
  connector: string;
  origin: MessageOrigin | null;
  created_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  failed_at: Date | null;
  updated_at: Date;
  settle_at: Date | null;
  last_inbound_at: Date | null;
  is_hidden: boolean;
}

/** An event in the outbox. */
export interface EventRow {
  id: number;
  event_id: string;
  type: string;
  created_at: Date;
  published_at: Date | null;
}

/** How long before and after a change of the message its event is looked for. */
const BEFORE_MS = 5_000;
const AFTER_MS = 60_000;
/** How many events are read per change, and of those that wait. */
const MOST = 5_000;

const FIND_ACCOUNT = accountOfSql('messaging.messages');

const READ = `
  SELECT m.id, m.account_id, m.channel_id, c.id AS conversation_id, m.direction, m.source, m.type, m.status, m.error,
    (SELECT jsonb_build_object('awaited', media->'awaited')
     FROM coalesce(m.content->'media', m.content->'header_media') AS media WHERE media IS NOT NULL) AS media,
    m.connector, m.origin, m.created_at, m.sent_at, m.delivered_at, m.read_at, m.failed_at, m.updated_at, m.settle_at,
    c.last_inbound_at, c.erasure_id IS NOT NULL OR ${isDeleted('m')} AS is_hidden
  FROM messaging.messages m
  ${JOIN_CONVERSATION}
  WHERE m.account_id = $1 AND m.id = $2`;

/** Events of the entity $2 of the account $1, among rows that the condition bounds. */
const eventsSql = (rows: string) => `
  SELECT id, event_id, document::jsonb->>'type' AS type, created_at, published_at
  FROM (SELECT * FROM messaging.outbox WHERE ${rows} ORDER BY id LIMIT ${MOST}) AS o
  WHERE account_id = $1 AND strpos(document, $2) > 0`;

const WAITING = eventsSql('published_at IS NULL');
const SINCE = eventsSql('id >= $3');

/** Reads messages and their events for operators. */
@Injectable()
export class InspectionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the account of a message; null if there is no such message. */
  async accountOf(messageId: number): Promise<number | null> {
    const [row]: { account_id: number }[] = await this.dataSource.query(FIND_ACCOUNT, [messageId]);
    return row?.account_id ?? null;
  }

  async find(accountId: number, messageId: number): Promise<InspectedRow | null> {
    const [row]: InspectedRow[] = await this.dataSource.query(READ, [accountId, messageId]);
    return row ?? null;
  }

  /**
   * Returns the message's events that are still stored: those that wait, and those that were committed around the times
   * when it changed.
   */
  async events(accountId: number, messageId: number, changedAt: readonly Date[]): Promise<EventRow[]> {
    const values = [accountId, `"subject":"messages/${messageId}"`];
    const found: EventRow[] = await this.dataSource.query(WAITING, values);
    const [last]: [{ id: number | null }] = await this.dataSource.query(
      'SELECT max(id) AS id FROM messaging.outbox',
    );
    for (const time of changedAt) {
      const since = new Date(time.getTime() - BEFORE_MS);
      const first = await firstIdSince(since, last.id ?? 0, (id) => this.nextEvent(id));
      if (first === null) continue;
      const rows: EventRow[] = await this.dataSource.query(SINCE, [...values, first]);
      found.push(...rows.filter(({ created_at }) => created_at.getTime() <= time.getTime() + AFTER_MS));
    }
    const byId = new Map(found.map((event) => [event.id, event]));
    return [...byId.values()].sort((one, other) => one.id - other.id);
  }

  private async nextEvent(id: number): Promise<Placed | null> {
    const [row]: Placed[] = await this.dataSource.query(
      'SELECT id, created_at FROM messaging.outbox WHERE id >= $1 ORDER BY id LIMIT 1',
      [id],
    );
    return row ?? null;
  }
}

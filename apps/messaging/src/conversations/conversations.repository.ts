import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedReads } from '@chat/flow';
import { COUNT_LIMIT, LONGEST_PAGE, type TimePageRequest } from '@chat/lists';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { JOIN_MOVING, survivorOf } from '../visibility/survivor';
import { narrow, type ConversationFilter } from './conversation-filter';
import { hasDeletedChannels, hasUnkept, isKept, isShown, isVisible } from '../visibility/visible';
import { LISTED_MESSAGE_COLUMNS } from '../messages/message.row';
import { personKey, type Person } from '../people/person.rules';
import type { ConversationRow } from './conversation.row';

/**
 * The conversations that a query selects, each with its last message, which may be gone: of columns that both have, those of
 * the conversation come last, and count.
 */
export const withLastMessage = (conversations: string) => `
  SELECT ${LISTED_MESSAGE_COLUMNS}, m.connector, c.unread_count, c.last_message_at::text, c.last_inbound_at::text,
    c.created_at::text AS conversation_created_at, c.updated_at::text AS conversation_updated_at, c.id AS conversation_id, c.channel_id
  FROM (${conversations}) AS c
  LEFT JOIN messaging.messages m ON m.account_id = c.account_id AND m.id = c.last_message_id ${JOIN_MOVING}
  ${JOIN_CONTACT_NAME}`;

/** The person and the channel of a conversation. */
export interface ConversationAddress {
  channel_id: number;
  contact_phone: string | null;
  provider_user_id: string | null;
}

/** Reads conversations. Excludes those of deleted channels. */
@Injectable()
export class ConversationsRepository {
  private readonly counts = new SharedReads<number>();

  constructor(private readonly dataSource: DataSource) {}

  async find(accountId: number, id: number): Promise<ConversationRow | null> {
    const [row]: ConversationRow[] = await this.dataSource.query(
      withLastMessage(`
        SELECT * FROM messaging.conversations c WHERE c.account_id = $1 AND c.id = ${survivorOf('$2')} AND ${isKept('c')} AND ${isVisible('c')}`),
      [accountId, id],
    );
    return row ?? null;
  }

  /** Returns the address to send to in order to write into the conversation. */
  async findAddress(accountId: number, id: number): Promise<ConversationAddress | null> {
    const [row]: ConversationAddress[] = await this.dataSource.query(
      `SELECT c.channel_id, c.contact_phone, c.provider_user_id FROM messaging.conversations c
       WHERE c.account_id = $1 AND c.id = ${survivorOf('$2')} AND ${isKept('c')} AND ${isVisible('c')}`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Whether the person's last message to the channel is later than this. */
  async hasWritten(accountId: number, channelId: number, person: Person, after: Date): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM messaging.conversations
       WHERE account_id = $1 AND channel_id = $2 AND canonical_phone = $3 AND last_inbound_at > $4`,
      [accountId, channelId, personKey(person), after],
    );
    return rows.length > 0;
  }

  /** Returns a page of conversations plus one, by latest activity. */
  async page(
    accountId: number,
    filter: ConversationFilter,
    { perPage, offset, before }: TimePageRequest,
  ): Promise<ConversationRow[]> {
    const values: unknown[] = [accountId, perPage + 1];
    const place = (value: unknown) => `$${values.push(value)}`;
    return this.dataSource.query(
      `${withLastMessage(`
        SELECT * FROM (
          SELECT * FROM messaging.conversations c
          WHERE ${isShown('c')} ${narrow(filter, place)}
            ${before ? `AND (c.last_message_at, c.id) < (${place(before.at)}, ${place(before.id)})` : ''}
          ORDER BY c.last_message_at DESC, c.id DESC
          LIMIT ${LONGEST_PAGE} ${offset > 0 ? `OFFSET ${place(offset)}` : ''}) AS c
        ORDER BY c.last_message_at DESC, c.id DESC
        LIMIT $2`)}
       ORDER BY c.last_message_at DESC, c.id DESC`,
      values,
    );
  }

  /** Counts conversations, up to the limit of list totals. */
  count(accountId: number, filter: ConversationFilter): Promise<number> {
    return this.counts.ask(JSON.stringify([accountId, filter]), () => this.readCount(accountId, filter));
  }

  /** If nothing is deleted, an index-only count avoids checking each row. */
  private async readCount(accountId: number, filter: ConversationFilter): Promise<number> {
    const values: unknown[] = [accountId];
    const narrowed = narrow(filter, (value) => `$${values.push(value)}`);
    const count = (condition: string) => `
      SELECT count(*) FROM (
        SELECT FROM messaging.conversations c
        WHERE c.account_id = $1 ${narrowed} ${condition}
        LIMIT ${COUNT_LIMIT + 1}) AS counted`;
    const [row]: [{ total: number }] = await this.dataSource.query(
      `SELECT CASE WHEN ${hasDeletedChannels} OR ${hasUnkept}
         THEN (${count(`AND ${isKept('c')} AND ${isVisible('c')}`)}) ELSE (${count('')}) END AS total`,
      values,
    );
    return row.total;
  }
}

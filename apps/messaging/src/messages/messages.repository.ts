import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedReads } from '@chat/flow';
import { COUNT_LIMIT, LONGEST_PAGE, type TimePageRequest } from '@chat/lists';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { JOIN_CONVERSATION, partsOf, survivorOf } from '../visibility/survivor';
import { isKept, isVisible } from '../visibility/visible';
import {
  LISTED_MESSAGE_COLUMNS,
  MESSAGE_COLUMNS,
  type ListedMessageRow,
  type WholeMessageRow,
} from './message.row';

/** Reads messages, except those of deleted channels. */
@Injectable()
export class MessagesRepository {
  private readonly counts = new SharedReads<number>();

  constructor(private readonly dataSource: DataSource) {}

  async find(accountId: number, id: number): Promise<WholeMessageRow | null> {
    const [row]: WholeMessageRow[] = await this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS}, m.extra
       FROM messaging.messages m
       ${JOIN_CONVERSATION}
       ${JOIN_CONTACT_NAME}
       WHERE m.account_id = $1 AND m.id = $2 AND ${isKept('c')} AND ${isVisible('m')}`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Returns a page of messages of a conversation plus one, the latest sent first. */
  async page(
    accountId: number,
    conversationId: number,
    { perPage, offset, before }: TimePageRequest,
  ): Promise<ListedMessageRow[]> {
    const values: unknown[] = [accountId, conversationId, perPage + 1];
    const place = (value: unknown) => `$${values.push(value)}`;
    const skipped = offset > 0 ? place(offset) : '0';
    return this.dataSource.query(
      `SELECT ${LISTED_MESSAGE_COLUMNS}
       FROM (
         SELECT m.* FROM ${partsOf('$2')} AS part CROSS JOIN LATERAL (
           SELECT * FROM (
             SELECT * FROM messaging.messages m
             WHERE m.account_id = $1 AND m.conversation_id = part.id AND ${isVisible('m')}
               ${before ? `AND (m.occurred_at, m.id) < (${place(before.at)}, ${place(before.id)})` : ''}
             ORDER BY m.occurred_at DESC, m.id DESC
             LIMIT ${LONGEST_PAGE} + ${skipped}) AS m
           ORDER BY m.occurred_at DESC, m.id DESC
           LIMIT $3 + ${skipped}) AS m
         ORDER BY m.occurred_at DESC, m.id DESC
         LIMIT $3 OFFSET ${skipped}) AS m
       ${JOIN_CONVERSATION}
       ${JOIN_CONTACT_NAME}
       WHERE ${isKept('c')}
       ORDER BY m.occurred_at DESC, m.id DESC`,
      values,
    );
  }

  /** Counts the messages of a conversation, hidden or not, up to the limit of list totals. */
  count(accountId: number, conversationId: number): Promise<number> {
    return this.counts.ask(`${accountId}/${conversationId}`, () => this.readCount(accountId, conversationId));
  }

  private async readCount(accountId: number, conversationId: number): Promise<number> {
    const [row]: [{ total: number }] = await this.dataSource.query(
      `SELECT count(*) AS total FROM (
         SELECT FROM messaging.messages m
         WHERE m.account_id = $1 AND m.conversation_id IN ${partsOf('$2')}
         LIMIT ${COUNT_LIMIT + 1}) AS counted`,
      [accountId, conversationId],
    );
    return row.total;
  }

  /** Whether the conversation exists. */
  async hasConversation(accountId: number, conversationId: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM messaging.conversations c WHERE c.account_id = $1 AND c.id = ${survivorOf('$2')} AND ${isKept('c')} AND ${isVisible('c')}`,
      [accountId, conversationId],
    );
    return rows.length > 0;
  }
}

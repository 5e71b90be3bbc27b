import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { survivorOf } from '../visibility/survivor';
import { isKept, isVisible } from '../visibility/visible';

/** With whom a conversation is, and what they wrote last. */
export interface TypingTarget {
  id: number;
  channel_id: number;
  contact_phone: string | null;
  provider_user_id: string | null;
  /** The network's id of their last message; null if they wrote none. */
  last_inbound: string | null;
}

@Injectable()
export class TypingRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(accountId: number, id: number): Promise<TypingTarget | null> {
    const [row]: TypingTarget[] = await this.dataSource.query(
      `SELECT c.id, c.channel_id, c.contact_phone, c.provider_user_id, m.chat_message_id AS last_inbound
       FROM messaging.conversations c
       LEFT JOIN messaging.messages m ON m.account_id = c.account_id AND m.id = c.last_inbound_id
       WHERE c.account_id = $1 AND c.id = ${survivorOf('$2')} AND ${isKept('c')} AND ${isVisible('c')}`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** @returns whether nobody has shown it for as long. Of requests at the same moment, one gets true. */
  async claim(accountId: number, id: number, pauseMs: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH claimed AS (
         UPDATE messaging.conversations AS c SET typed_at = now()
         WHERE c.account_id = $1 AND c.id = $2 AND (c.typed_at IS NULL OR c.typed_at <= now() - $3 * interval '1 ms')
           AND ${isKept('c')} AND ${isVisible('c')}
         RETURNING c.id
       ) SELECT FROM claimed`,
      [accountId, id, pauseMs],
    );
    return rows.length > 0;
  }

  /** Lets the next request show it, since this one could not. */
  async release(accountId: number, id: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE messaging.conversations AS c SET typed_at = NULL WHERE c.account_id = $1 AND c.id = $2 AND ${isKept('c')} AND ${isVisible('c')}`,
      [accountId, id],
    );
  }
}

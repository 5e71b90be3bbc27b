import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ME } from '../inbound/inbound.repository';

/** A message that a person has written, and the channel has not read. */
export interface UnreadMessage {
  /** The sender, as in the key. */
  from_phone: string;
  chat_message_id: string;
  phone: string | null;
  user_id: string | null;
}

interface ReadUpTo {
  accountId: number;
  channelId: number;
  /** The newest message read. */
  chatMessageId: string;
}

@Injectable()
export class ReadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the first unread messages of a person up to one of them, in the order of their arrival: those under either
   * name, as far as a message tells that both are one person's.
   */
  unread({ accountId, channelId, chatMessageId }: ReadUpTo, limit: number): Promise<UnreadMessage[]> {
    return this.dataSource.query(
      `WITH newest AS MATERIALIZED (
         SELECT number, from_phone, phone, user_id FROM device_sessions.received
         WHERE account_id = $1 AND channel_id = $2 AND chat_message_id = $3 AND from_phone NOT IN ('', '${ME}')
       ), named AS MATERIALIZED (
         SELECT number, unnest(ARRAY[from_phone, phone, user_id]) AS name FROM newest
         UNION
         SELECT newest.number, alike.phone FROM newest JOIN device_sessions.received AS alike
           ON alike.account_id = $1 AND alike.channel_id = $2 AND alike.from_phone = newest.user_id
             AND alike.read_at IS NULL AND alike.number <= newest.number
       ), up_to AS MATERIALIZED (
         SELECT name, max(number) AS number FROM named WHERE name IS NOT NULL GROUP BY name
       )
       SELECT message.from_phone, message.chat_message_id, message.user_id,
         coalesce(message.phone, CASE WHEN message.user_id IS NULL THEN message.from_phone END) AS phone
       FROM up_to JOIN device_sessions.received AS message
         ON message.account_id = $1 AND message.channel_id = $2 AND message.from_phone = up_to.name
           AND message.read_at IS NULL AND message.number <= up_to.number
       ORDER BY message.number LIMIT $4`,
      [accountId, channelId, chatMessageId, limit],
    );
  }

  /** The rows are locked in key order, so that two statements cannot deadlock. */
  async markRead(accountId: number, channelId: number, messages: readonly UnreadMessage[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE device_sessions.received SET read_at = now() WHERE ctid = ANY (ARRAY(
         SELECT message.ctid FROM unnest($3::text[], $4::text[]) AS given(chat_message_id, from_phone)
         JOIN device_sessions.received AS message USING (chat_message_id, from_phone)
         WHERE message.account_id = $1 AND message.channel_id = $2
         ORDER BY chat_message_id, from_phone FOR UPDATE OF message))`,
      [
        accountId,
        channelId,
        messages.map(({ chat_message_id }) => chat_message_id),
        messages.map(({ from_phone }) => from_phone),
      ],
    );
  }
}

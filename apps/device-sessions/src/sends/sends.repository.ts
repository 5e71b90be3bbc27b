import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RecordKey, SendName } from '@chat/send-records';
import type { Tenure } from '../sessions/session.row';

/** A send that is about to leave. */
export interface BeginningSend extends SendName {
  tenure: Tenure;
  chatMessageId: string;
}

@Injectable()
export class SendsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Puts on record that messages may leave from now on. The epoch needs no lock here: what leaves in the moment
   * of a takeover leaves once all the same, since no owner sends what has a record.
   * @param sends each of another message.
   * @returns the records that it made: none for a message that has one already, or whose lease is lost.
   */
  async begin(sends: BeginningSend[]): Promise<RecordKey[]> {
    return this.dataSource.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state)
       SELECT account_id, message_id, channel_id, chat_message_id, 'sending'
       FROM json_to_recordset($1)
         AS given(account_id bigint, channel_id bigint, epoch bigint, message_id bigint, chat_message_id text)
       JOIN device_sessions.sessions USING (account_id, channel_id, epoch)
       ORDER BY account_id, message_id
       ON CONFLICT (account_id, message_id) DO NOTHING RETURNING account_id, message_id`,
      [
        JSON.stringify(
          sends.map(({ accountId, messageId, tenure, chatMessageId }) => ({
            account_id: accountId,
            channel_id: tenure.channel_id,
            epoch: tenure.epoch,
            message_id: messageId,
            chat_message_id: chatMessageId,
          })),
        ),
      ],
    );
  }
}

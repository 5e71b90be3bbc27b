import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RecordKey, SendName } from '@chat/connector-kit';
import { SentContents } from '../session-store/sent-contents';
import type { Tenure } from '../session-store/session.row';

/** A send that is about to be handed over. */
export interface BeginningSend extends SendName {
  tenure: Tenure;
  chatMessageId: string;
  /** What was composed. */
  content: Uint8Array;
}

@Injectable()
export class SendsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly contents: SentContents,
  ) {}

  /**
   * Records that messages may be handed over from now on. The epoch needs no lock here: even during a takeover a
   * message is handed over once, since no owner sends a message that has a record.
   * @param sends each for a different message.
   * @returns the inserted records: none for a message that already has one, or whose lease is lost.
   */
  async begin(sends: BeginningSend[]): Promise<RecordKey[]> {
    return this.dataSource.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state, content)
       SELECT account_id, message_id, channel_id, chat_message_id, 'sending', decode(content, 'base64')
       FROM json_to_recordset($1) AS given(account_id bigint, channel_id bigint, epoch bigint, message_id bigint,
         chat_message_id text, content text)
       JOIN device_sessions.sessions USING (account_id, channel_id, epoch)
       ORDER BY account_id, message_id
       ON CONFLICT (account_id, message_id) DO NOTHING RETURNING account_id, message_id`,
      [
        JSON.stringify(
          sends.map(({ accountId, messageId, tenure, chatMessageId, content }) => ({
            account_id: accountId,
            channel_id: tenure.channel_id,
            epoch: tenure.epoch,
            message_id: messageId,
            chat_message_id: chatMessageId,
            content: this.contents.seal({ accountId, messageId }, content).toString('base64'),
          })),
        ),
      ],
    );
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RecordKey, SendName } from '@chat/connector-kit';
import type { OpenNumber } from '../numbers/number.row';

/** A send that is about to start. */
export interface BeginningSend extends SendName {
  number: OpenNumber;
  /** Whether its reference will carry the id of the installation. */
  isNamed: boolean;
}

@Injectable()
export class SendsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Records that messages may be sent from now on, by numbers that are still connected with the given credentials.
   * @param sends each of a different message.
   * @returns the inserted records: none for a message that already has one, or whose number has changed.
   */
  async begin(sends: BeginningSend[]): Promise<RecordKey[]> {
    return this.dataSource.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, is_named)
       SELECT account_id, message_id, channel_id, 'sending', is_named
       FROM json_to_recordset($1)
         AS given(account_id bigint, channel_id bigint, credentials_version integer, message_id bigint,
           is_named boolean)
       JOIN cloud_connector.numbers n USING (account_id, channel_id, credentials_version)
       WHERE n.status = 'connected' AND NOT EXISTS (SELECT FROM cloud_connector.deleted_channels d
         WHERE d.account_id = given.account_id AND d.channel_id = given.channel_id)
       ORDER BY account_id, message_id
       ON CONFLICT (account_id, message_id) DO NOTHING RETURNING account_id, message_id`,
      [
        JSON.stringify(
          sends.map(({ accountId, number, messageId, isNamed }) => ({
            account_id: accountId,
            channel_id: number.channelId,
            credentials_version: number.credentialsVersion,
            message_id: messageId,
            is_named: isNamed,
          })),
        ),
      ],
    );
  }
}

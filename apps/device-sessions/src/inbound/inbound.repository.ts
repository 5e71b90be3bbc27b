import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { InboundMessage } from '../engines/device-engine';
import type { Tenure } from '../sessions/session.row';

@Injectable()
export class InboundRepository {
  /** @returns the number of the arrival, or null when the message arrived before. */
  async insert(
    { account_id, channel_id }: Tenure,
    message: InboundMessage,
    manager: EntityManager,
  ): Promise<number | null> {
    const [row]: { number: number }[] = await manager.query(
      `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id)
       VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING number`,
      [account_id, channel_id, message.from, message.chatMessageId],
    );
    return row?.number ?? null;
  }
}

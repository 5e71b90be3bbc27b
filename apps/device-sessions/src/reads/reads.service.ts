import { Injectable } from '@nestjs/common';
import type { ReadMessages } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { LeasesService } from '../sessions/leases.service';
import { ReadsRepository } from './reads.repository';

const ACK_TIMEOUT_MS = 5_000;
/** Maximum number of messages that the network is told of at once. */
const CHUNK_SIZE = 1_000;

/**
 * Tells people that their messages were read: each message by its name, since the network knows no "all before". What it
 * acknowledged is stored; the caller retries until all is.
 */
@Injectable()
export class ReadsService {
  constructor(
    private readonly leases: LeasesService,
    private readonly reads: ReadsRepository,
  ) {}

  /** @throws AppError `device_service_error` when the network did not acknowledge it. */
  async read(accountId: number, { channel_id: channelId, chat_message_id }: ReadMessages): Promise<void> {
    const session = this.leases.find(accountId, channelId);
    if (!session?.isConnected) throw notConnected();
    const upTo = { accountId, channelId, chatMessageId: chat_message_id };
    for (let left = true; left;) {
      const unread = await this.reads.unread(upTo, CHUNK_SIZE);
      if (unread.length === 0) return;
      const names = unread.map(({ chat_message_id: chatMessageId, phone, user_id: userId }) => ({
        chatMessageId,
        from: { phone, userId },
      }));
      if (!(await session.read(names, ACK_TIMEOUT_MS))) throw notConnected();
      await this.reads.markRead(accountId, channelId, unread);
      left = unread.length === CHUNK_SIZE;
    }
  }
}

function notConnected(): AppError {
  return new AppError('device_service_error', { reason: 'not_connected' });
}

import { Injectable } from '@nestjs/common';
import type { ReadMessages } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { LeasesService } from '../sessions/leases.service';

const ACK_TIMEOUT_MS = 5_000;

/** Tells people that their messages were read. Nothing is stored: the caller retries until it succeeds. */
@Injectable()
export class ReadsService {
  constructor(private readonly leases: LeasesService) {}

  /** @throws AppError `device_service_error` when the network did not acknowledge it. */
  async read(accountId: number, { channel_id, chat_message_id }: ReadMessages): Promise<void> {
    const session = this.leases.find(accountId, channel_id);
    const isTaken = await session?.read(
      [{ chatMessageId: chat_message_id, from: { phone: null, userId: null } }],
      ACK_TIMEOUT_MS,
    );
    if (!isTaken) throw new AppError('device_service_error', { reason: 'not_connected' });
  }
}

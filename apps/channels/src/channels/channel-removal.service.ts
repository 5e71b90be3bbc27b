import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { ChannelsRepository } from './channels.repository';
import { QuotasRepository } from './quotas.repository';

/** Removes channels, frees their slots and passes the default on. Other services purge their data upon the event. */
@Injectable()
export class ChannelRemovalService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly quotas: QuotasRepository,
  ) {}

  /** @returns whether it was removed. */
  async remove(accountId: number, id: number, tx: Transaction): Promise<boolean> {
    const { manager } = tx;
    await this.quotas.lock(accountId, manager);
    const channel = await this.channels.lock(accountId, id, manager);
    if (!channel) return false;
    await this.channels.delete(accountId, id, tx);
    await this.quotas.add(accountId, -1, manager);
    if (channel.isDefault) {
      const heir = await this.channels.lockLowest(accountId, manager);
      if (heir) await this.channels.update(heir, { isDefault: true }, tx);
    }
    tx.emit(channelDeleted, {
      accountId,
      entity: `channels/${id}`,
      entityVersion: channel.version + 1,
      channelId: id,
      data: { channel_id: id },
    });
    return true;
  }
}

import { Injectable } from '@nestjs/common';
import type { Connector } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import type { Recipient } from '../sending/recipients.service';
import { isWindowOpen } from './care-window.rules';
import { CareWindowRepository } from './care-window.repository';

/** Templates reach people at any time; anything else only those who wrote in the last 24 hours. */
@Injectable()
export class CareWindowService {
  constructor(private readonly windows: CareWindowRepository) {}

  /** @throws AppError `template_required` when the window of the contact on this channel is closed. */
  async require(accountId: number, { channel, ...person }: Recipient, connector: Connector): Promise<void> {
    if (!connector.hasCareWindow) return;
    const lastInboundAt = await this.windows.lastInboundAt(accountId, channel.id, person);
    if (isWindowOpen(lastInboundAt, new Date())) return;
    throw new AppError('template_required', { template_send_endpoint: TEMPLATE_SEND_ENDPOINT });
  }
}

export const TEMPLATE_SEND_ENDPOINT = '/v1/templates/send';

import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import {
  connectNumber,
  releaseNumber,
  verifyNumber,
  type NumberCredentials,
  type NumberSnapshot,
  type VerifiedNumber,
} from '@chat/contracts/cloud-connector';

/** Client of the cloud-connector service for numbers at the provider. */
@Injectable()
export class NumbersClient {
  constructor(private readonly bus: BusClient) {}

  verify(credentials: NumberCredentials, context: RequestContext): Promise<VerifiedNumber> {
    return this.bus.request(verifyNumber, context, { body: credentials });
  }

  connect(
    channelId: number,
    credentials: NumberCredentials,
    context: RequestContext,
  ): Promise<NumberSnapshot> {
    return this.bus.request(connectNumber, context, { body: { ...credentials, channel_id: channelId } });
  }

  async release(channelId: number, context: RequestContext): Promise<void> {
    await this.bus.request(releaseNumber, context, { body: { channel_id: channelId } });
  }
}

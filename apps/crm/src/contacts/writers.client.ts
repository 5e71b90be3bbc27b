import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { findWriter } from '@chat/contracts/messaging';

/** Asks messaging who wrote to the account. */
@Injectable()
export class WritersClient {
  constructor(private readonly bus: BusClient) {}

  async hasWritten(phone: string, context: RequestContext): Promise<boolean> {
    const writer = await this.bus.request(findWriter, context, { body: { phone } });
    return writer.phone !== null;
  }
}

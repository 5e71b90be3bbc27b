import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  getOwnRetention,
  getRetention,
  setOwnRetention,
  setRetention,
  type RetentionResult,
} from '@chat/contracts/messaging';
import { RetentionService } from './retention.service';

@Controller()
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Handles(getRetention)
  async get({ body }: InputOf<typeof getRetention>): Promise<RetentionResult> {
    return { retention: await this.retention.get(body.account_id) };
  }

  @Handles(setRetention)
  async set({ body }: InputOf<typeof setRetention>, context: RequestContext): Promise<RetentionResult> {
    return { retention: await this.retention.set(body, context) };
  }

  @Handles(getOwnRetention)
  async getOwn(_: unknown, { account }: RequestContext): Promise<RetentionResult> {
    return { retention: await this.retention.get(account.id) };
  }

  @Handles(setOwnRetention)
  async setOwn({ body }: InputOf<typeof setOwnRetention>, context: RequestContext): Promise<RetentionResult> {
    return { retention: await this.retention.set({ ...body, account_id: context.account.id }, context) };
  }
}

import { Controller, Inject, type Type } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  usageOperations,
  type Usage as UsageDto,
  type UsageList,
  type UsageResult,
} from '@chat/contracts/limits';
import { Usage, type AccountUsage } from './usage';

type Operations = ReturnType<typeof usageOperations>;

/** Returns the controller by which a service tells what accounts keep in it. */
export function usageController(service: string): Type {
  const operations = usageOperations(service);

  @Controller()
  class UsageController {
    constructor(@Inject(Usage) private readonly usage: Usage) {}

    @Handles(operations.read)
    async read({ body }: InputOf<Operations['read']>): Promise<UsageList> {
      return { usage: (await this.usage.of(body.account_id)).map(toDto) };
    }

    @Handles(operations.recount)
    async recount({ body }: InputOf<Operations['recount']>): Promise<UsageResult> {
      return { usage: toDto(await this.usage.recount(body.account_id, body.limit)) };
    }

    @Handles(operations.setLimit)
    async setLimit({ body }: InputOf<Operations['setLimit']>, context: RequestContext): Promise<UsageResult> {
      return { usage: toDto(await this.usage.setMax(body.account_id, body.limit, body.max, context)) };
    }
  }
  return UsageController;
}

function toDto({ limit, used, max, isOwn }: AccountUsage): UsageDto {
  return { limit, used, max, is_own: isOwn };
}

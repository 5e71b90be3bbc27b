import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { countChannels } from '@chat/contracts/channels';
import type { Account, AccountLimit, AccountSlots, OwnAccount } from '@chat/contracts/gateway';
import { limitOf, servicesWithLimits, usageOperations, type Usage } from '@chat/contracts/limits';
import { AccountsService } from '../accounts/accounts.service';
import { RateWindowsRepository } from '../rate-limit/rate-windows.repository';

/** What an account may use, and what is left of it, gathered from the services that count it. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly bus: BusClient,
    private readonly accounts: AccountsService,
    private readonly windows: RateWindowsRepository,
  ) {}

  /** @throws AppError `service_unavailable` if a service does not answer. */
  async get(context: RequestContext): Promise<OwnAccount> {
    const accountId = context.account.id;
    const body = { account_id: accountId };
    const [account, { channels_in_use }, ...usage] = await Promise.all([
      this.accounts.get(accountId),
      this.bus.request(countChannels, context, { body }),
      ...servicesWithLimits.map((service) =>
        this.bus.request(usageOperations(service).read, context, { body }),
      ),
    ]);
    const remaining = await this.windows.remaining(accountId, account.rate_limit);
    return {
      id: account.id,
      name: account.name,
      plan: planOf(account),
      slots: slotsOf(account, channels_in_use),
      limits: usage
        .flatMap((one) => one.usage)
        .map(toLimit)
        .sort((a, b) => a.limit.localeCompare(b.limit)),
      rate_limit: { limit: account.rate_limit, remaining },
      created_at: account.created_at,
    };
  }
}

function planOf({
  device_channels,
  cloud_channels,
  coexistence,
  manual_probes,
}: Account): OwnAccount['plan'] {
  return { device_channels, cloud_channels, coexistence, manual_probes };
}

function slotsOf({ account_limit: limit }: Account, used: number): AccountSlots {
  return { limit, used, remaining: limit === -1 ? -1 : Math.max(limit - used, 0) };
}

/** What has just been deleted may be subtracted before what was added before it. */
function toLimit({ limit, used, max }: Usage): AccountLimit {
  const kept = Math.max(used, 0);
  return { limit, unit: limitOf(limit).unit, used: kept, max, remaining: Math.max(max - kept, 0) };
}

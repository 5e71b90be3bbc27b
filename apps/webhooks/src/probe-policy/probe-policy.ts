import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { mayProbe } from './probe.rules';

/** Decides whether clients may trigger outbound requests: tests, resends, recovery and probes. */
@Injectable()
export class ProbePolicy {
  constructor(@Inject(CONFIG) private readonly config: WebhooksConfig) {}

  isOpenTo({ account }: RequestContext): boolean {
    return mayProbe(this.config.WEBHOOK_MANUAL_PROBES, account.plan);
  }

  /** @throws AppError `outbound_blocked`. */
  demand(context: RequestContext): void {
    if (!this.isOpenTo(context)) throw new AppError('outbound_blocked');
  }
}

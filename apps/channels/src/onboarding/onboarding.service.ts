import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops, BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type {
  CreatedOnboardingSession,
  CreateOnboardingSession,
  OnboardingSession,
} from '@chat/contracts/channels';
import { listReturnHosts } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { CONFIG, Usage } from '@chat/service-kit';
import { ChannelsRepository } from '../channels/channels.repository';
import { toChannel } from '../channels/channel.mapper';
import { hasFreeSlot } from '../channels/quota.rules';
import { QuotasRepository } from '../channels/quotas.repository';
import { requireCloudPlan } from '../cloud/cloud-claims.service';
import type { ChannelsConfig } from '../config';
import { toCreatedSession, toSession } from './onboarding.mapper';
import { OnboardingSessionsRepository } from './onboarding-sessions.repository';
import { isReturnHost, returnUrlProblem } from './return-url.rules';
import { SignUpsClient } from './sign-ups.client';

const SWEEP_MS = 60 * 60 * 1000;
const BATCH_SIZE = 1_000;

/** Creates and reads sessions for API clients. */
@Injectable()
export class OnboardingService {
  constructor(
    loops: BackgroundLoops,
    private readonly sessions: OnboardingSessionsRepository,
    private readonly channels: ChannelsRepository,
    private readonly quotas: QuotasRepository,
    private readonly signUps: SignUpsClient,
    private readonly bus: BusClient,
    private readonly usage: Usage,
    @Inject(CONFIG) private readonly config: ChannelsConfig,
  ) {
    loops.add({
      name: 'old-onboarding-sessions',
      round: () => this.sessions.forgetSome(BATCH_SIZE),
      everyMs: SWEEP_MS,
    });
  }

  async create(body: CreateOnboardingSession, context: RequestContext): Promise<CreatedOnboardingSession> {
    const { return_url: returnUrl, state = null, mode } = body;
    await this.requireReturnHost(body, context);
    const { id: accountId, plan } = context.account;
    const coexistence = mode === 'coexistence';
    requireCloudPlan(plan, { coexistence });
    await this.signUps.describe(coexistence, context);
    if (!hasFreeSlot(plan.account_limit, await this.quotas.channelsInUse(accountId))) {
      throw new AppError('limit_reached');
    }
    const ttlMs = this.config.ONBOARDING_TTL_MS;
    const addition = { accountId, limit: 'onboarding_sessions', amount: 1 } as const;
    const row = await this.usage.add(context, addition, async (tx) => {
      const session = await this.sessions.insert(accountId, { mode, returnUrl, state, ttlMs }, tx.manager);
      // Without its id, which is all that it takes to open its page.
      tx.record({ target: 'onboarding-sessions' });
      return session;
    });
    return toCreatedSession(row, this.config.PUBLIC_BASE_URL);
  }

  async get(accountId: number, id: string): Promise<OnboardingSession> {
    const row = await this.sessions.find(accountId, id);
    if (!row) throw new AppError('not_found');
    const channel = row.channel_id === null ? null : await this.channels.find(accountId, row.channel_id);
    return toSession(row, channel && toChannel(channel));
  }

  private async requireReturnHost(
    { return_url, developer_app_id }: CreateOnboardingSession,
    context: RequestContext,
  ): Promise<void> {
    const problem = returnUrlProblem(return_url);
    if (problem) throw invalid('return_url', problem);
    const { hosts } = await this.bus.request(listReturnHosts, context, { body: { developer_app_id } });
    // The console is at our own address, which nobody registers. Other spellings of it are no page of ours.
    const isOwn = return_url.startsWith(`${new URL(this.config.PUBLIC_BASE_URL).origin}/`);
    if (!isOwn && !isReturnHost(return_url, hosts)) {
      throw new AppError('return_url_not_allowed', { allowed_hosts: hosts });
    }
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import { Jobs, type Conclusion, type JobOf } from '@chat/service-kit';
import type { OpenNumber } from '../numbers/number.row';
import { NumberStatesService } from '../numbers/number-states.service';
import { NumbersService } from '../numbers/numbers.service';
import { classifyError } from '../provider/error-table.rules';
import { ProviderClient } from '../provider/provider-client';
import { ProviderRefusal } from '../provider/provider-error';
import { isClean, toRefusal } from '../provider/refusal.rules';
import { endSync, requestSync } from '../numbers/sync-jobs';
import { asking, expired, failed, isOver, notAsked, type SyncKind } from '../numbers/sync.rules';
import { SyncsService } from './syncs.service';

type RequestJob = JobOf<typeof requestSync>;

const CALL_TIMEOUT_MS = 10_000;

/** Requests the data of the business app from the provider: contacts first, then the history, each once. */
@Injectable()
export class SyncRequestsService implements OnApplicationBootstrap {
  constructor(
    private readonly numbers: NumbersService,
    private readonly states: NumberStatesService,
    private readonly provider: ProviderClient,
    private readonly syncs: SyncsService,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(requestSync, (job) => this.request(job));
    this.jobs.handle(endSync, ({ accountId, data }) =>
      Promise.resolve(async (tx) => void (await this.syncs.move({ accountId, ...data }, expired, tx))),
    );
  }

  private async request({ accountId, data }: RequestJob): Promise<Conclusion<RequestJob['data']> | void> {
    const { kind, ...ref } = data;
    const sync = { accountId, ...ref };
    const number = await this.numbers.open(accountId, ref.channelId);
    if (!number) return;
    // Recorded before the call: after a crash, the next run knows that its request may be the second.
    const before = await this.transactions.run(null, (tx) =>
      this.syncs.move(sync, (state) => asking(state, kind), tx),
    );
    if (!before || isOver(before, new Date())) return;
    const isFirst = !before.asked.includes(kind);
    const refusal = await this.ask(number, kind).catch(async (error: unknown) => {
      // A certain refusal, unlike a lost answer, leaves the next request the first one.
      if (isFirst && error instanceof ProviderRefusal && isClean(error)) {
        await this.transactions.run(null, (tx) =>
          this.syncs.move(sync, (state) => notAsked(state, kind), tx),
        );
      }
      throw error;
    });
    if (refusal !== null && isFirst) {
      return async (tx) => void (await this.syncs.move(sync, (state) => failed(state, refusal), tx));
    }
    if (kind === 'history') return;
    return () => Promise.resolve({ delayMs: 0, data: { ...data, kind: 'history' } });
  }

  /**
   * @returns the provider's final refusal; null if it accepts.
   * @throws on errors that may be temporary.
   */
  private async ask(number: OpenNumber & { isConnected: boolean }, kind: SyncKind): Promise<string | null> {
    if (!number.isConnected) throw new Error('The number is not connected.');
    try {
      await this.provider.call({
        method: 'POST',
        path: `/${number.phoneNumberId}/smb_app_data`,
        token: number.token,
        json: { messaging_product: 'whatsapp', sync_type: kind },
        timeoutMs: CALL_TIMEOUT_MS,
      });
      return null;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      const { transient, trouble } = classifyError(error.body);
      if (trouble) await this.states.record(number, trouble);
      if (transient || trouble) throw error;
      const words = toRefusal(error.body).details.provider?.message ?? '';
      return `The provider does not share what the business app has: ${words}`;
    }
  }
}

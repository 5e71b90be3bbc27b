import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Batcher } from '@chat/batcher';
import { BackgroundLoops, Linger, Transactions, type BackgroundLoop, type Transaction } from '@chat/bus';
import { Jobs, jobType } from '@chat/jobs';
import { LOGGER, metShortage, PersonTraces, wasRolledBack, type Logger } from '@chat/service-kit';
import { CallbackEffects } from './callback-effects';
import { CallbacksRepository, type StoredCallback } from './callbacks.repository';
import { canWait } from './envelope.rules';

const POLL_MS = 1_000;
const BATCH_SIZE = 50;
/** How long the acknowledgement of what can wait is put off for company, with which it shares a commit. */
const GATHER_MS = 50;
/** More is left to the next transaction: one batch of the provider may have a thousand messages. */
const MAX_BATCH_LENGTH = 1024 * 1024;
/** Nobody knows whose a callback is that cannot be worked on. */
const NO_ACCOUNT = 0;

/** A callback that failed alone. It waits as a job, so that it holds up no other and can be seen. */
const troublesomeCallback = jobType<{ body: string }>('troublesome-callback');

/** Stores callbacks before they are acknowledged, and works on them afterwards, in their order. */
@Injectable()
export class CallbacksService implements OnApplicationBootstrap {
  private readonly stores: Record<'urgent' | 'patient', Batcher<string, void>>;
  private readonly loop: BackgroundLoop;
  private readonly linger = new Linger();

  constructor(
    loops: BackgroundLoops,
    private readonly callbacks: CallbacksRepository,
    private readonly effects: CallbackEffects,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    traces: PersonTraces,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const store = (bodies: string[]) => this.storeAll(bodies);
    this.stores = {
      urgent: new Batcher(store, { size: BATCH_SIZE }),
      patient: new Batcher(store, { size: BATCH_SIZE, gatherMs: GATHER_MS, alwaysGathers: true }),
    };
    traces.waitWhile((since) => this.callbacks.hasOlderThan(since));
    this.loop = loops.add({ name: 'callbacks', round: () => this.round(), everyMs: POLL_MS });
  }

  onApplicationBootstrap(): void {
    this.jobs.handle(troublesomeCallback, ({ data: { body } }) =>
      Promise.resolve(async (tx: Transaction) => void (await this.effects.apply(tx, [body]))),
    );
  }

  /** Resolves when the callback survives whatever dies. */
  async keep(raw: Buffer): Promise<void> {
    // Postgres holds no NUL; JSON that means one writes it as an escape.
    const body = raw.toString('utf8').replaceAll('\0', '');
    const isPatient = canWait(body);
    await this.stores[isPatient ? 'patient' : 'urgent'].add(body);
    if (!isPatient) this.linger.hurry();
    this.loop.wake();
  }

  private async storeAll(bodies: string[]): Promise<void[]> {
    await this.callbacks.insert(bodies);
    return bodies.map(() => undefined);
  }

  private async round(): Promise<boolean> {
    try {
      const { done, isMore } = await this.workOff(BATCH_SIZE);
      // What comes meanwhile shares the next transaction, and has asked for it.
      if (!isMore) await this.linger.after(done);
      return isMore;
    } catch (error) {
      if (!isOfOneCallback(error)) throw error;
      this.logger.warn({ error }, 'callbacks are worked on one by one, since one of them fails');
      return this.workOffOne();
    }
  }

  /** @returns how many callbacks are done, and whether more may wait. */
  private async workOff(limit: number): Promise<{ done: number; isMore: boolean }> {
    return this.transactions.run(null, async (tx) => {
      const { taken, isMore } = await this.take(limit, tx);
      await this.effects.apply(
        tx,
        taken.map(({ body }) => body),
      );
      return { done: taken.length, isMore };
    });
  }

  private async workOffOne(): Promise<boolean> {
    try {
      return (await this.workOff(1)).isMore;
    } catch (error) {
      if (!isOfOneCallback(error)) throw error;
      this.logger.error({ error }, 'a callback is set aside as a job');
      return this.transactions.run(null, async (tx) => {
        for (const { body } of (await this.take(1, tx)).taken) {
          await this.jobs.add(tx, troublesomeCallback, { accountId: NO_ACCOUNT, data: { body } });
        }
        return true;
      });
    }
  }

  private async take(
    limit: number,
    { manager }: Transaction,
  ): Promise<{ taken: StoredCallback[]; isMore: boolean }> {
    await this.callbacks.lock(manager);
    const oldest = await this.callbacks.oldest(limit, manager);
    if (oldest.length === 0) return { taken: [], isMore: false };
    const taken = oldest.slice(0, countWithin(oldest, MAX_BATCH_LENGTH));
    await this.callbacks.delete(
      taken.map(({ id }) => id),
      manager,
    );
    return { taken, isMore: taken.length === limit || taken.length < oldest.length };
  }
}

/** Whether one callback may be why all of them failed; without Postgres, or room on its disk, each of them would. */
function isOfOneCallback(error: unknown): boolean {
  if (metShortage(error)) return false;
  return wasRolledBack(error) || error instanceof TypeError || error instanceof RangeError;
}

/** How many of the first are no longer than this together; one at least. */
function countWithin(callbacks: StoredCallback[], maxLength: number): number {
  let length = 0;
  const end = callbacks.findIndex(({ body }, index) => (length += body.length) > maxLength && index > 0);
  return end === -1 ? callbacks.length : end;
}

import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoops, Transactions, type BackgroundLoop, type Transaction } from '@chat/bus';
import { outageOf } from '@chat/errors';
import { Batcher, Linger } from '@chat/flow';
import { Jobs, jobType, LOGGER, PersonTraces, wasRolledBack, type Logger } from '@chat/service-kit';
import { CallbackEffects } from './callback-effects';
import { CallbacksRepository, type StoredCallback } from './callbacks.repository';
import { canWait } from '../envelopes/envelope.rules';

const POLL_MS = 1_000;
const BATCH_SIZE = 50;
/** How long a callback that is not urgent waits for others to share its commit. It is acknowledged after that. */
const GATHER_MS = 50;
/**
 * Limits a transaction, since one batch of the provider may hold a thousand messages; the rest waits for the next. Limits a
 * statement that stores callbacks, too: nothing else happens in the process while it is written.
 */
const MAX_BATCH_BYTES = 1024 * 1024;
/** The account of a callback that cannot be processed is unknown. */
const NO_ACCOUNT = 0;

/** A callback that fails on its own. As a job it is visible and does not block others. */
const troublesomeCallback = jobType<{ body: string }>('troublesome-callback');

/** Stores callbacks before they are acknowledged, and processes them afterwards, in order. */
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
    const limits = { size: BATCH_SIZE, weight: { of: (body: string) => body.length, max: MAX_BATCH_BYTES } };
    this.stores = {
      urgent: new Batcher(store, limits),
      patient: new Batcher(store, { ...limits, gatherMs: GATHER_MS, alwaysGathers: true }),
    };
    traces.waitWhile((since) => this.callbacks.hasOlderThan(since));
    this.loop = loops.add({ name: 'callbacks', round: () => this.round(), everyMs: POLL_MS });
  }

  onApplicationBootstrap(): void {
    this.jobs.handle(troublesomeCallback, ({ data: { body } }) =>
      Promise.resolve(async (tx: Transaction) => void (await this.effects.apply(tx, [body]))),
    );
  }

  /** Resolves when the callback is stored durably. */
  async keep(raw: Buffer): Promise<void> {
    // Postgres cannot store NUL; in JSON, NUL is always written as an escape.
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
      const { done, isMore } = await this.processOldest(BATCH_SIZE);
      // Callbacks that arrive meanwhile share the next transaction, and have already requested it.
      if (!isMore) await this.linger.after(done);
      return isMore;
    } catch (error) {
      if (!mayConcernOneCallback(error)) throw error;
      this.logger.warn({ error }, 'processing callbacks one by one, because one of them fails');
      return this.processOne();
    }
  }

  /**
   * @param onTaken called with the callbacks before they are processed.
   * @returns how many callbacks were processed, and whether there may be more.
   */
  private async processOldest(
    limit: number,
    onTaken?: (taken: StoredCallback[]) => void,
  ): Promise<{ done: number; isMore: boolean }> {
    return this.transactions.run(null, async (tx) => {
      const { taken, isMore } = await this.claim(limit, tx);
      onTaken?.(taken);
      await this.effects.apply(
        tx,
        taken.map(({ body }) => body),
      );
      return { done: taken.length, isMore };
    });
  }

  private async processOne(): Promise<boolean> {
    const tried: StoredCallback[] = [];
    try {
      return (await this.processOldest(1, (taken) => tried.push(...taken))).isMore;
    } catch (error) {
      const [failing] = tried;
      if (!failing || !mayConcernOneCallback(error)) throw error;
      if (await this.setAside(failing)) this.logger.error({ error }, 'a callback is set aside as a job');
      return true;
    }
  }

  /** @returns false if another replica has taken the callback since it failed here. */
  private async setAside({ id, body }: StoredCallback): Promise<boolean> {
    return this.transactions.run(null, async (tx) => {
      await this.callbacks.lock(tx.manager);
      if ((await this.callbacks.delete([id], tx.manager)) === 0) return false;
      await this.jobs.add(tx, troublesomeCallback, { accountId: NO_ACCOUNT, data: { body } });
      return true;
    });
  }

  private async claim(
    limit: number,
    { manager }: Transaction,
  ): Promise<{ taken: StoredCallback[]; isMore: boolean }> {
    await this.callbacks.lock(manager);
    const { callbacks: taken, isMore } = await this.callbacks.oldest(
      { limit, maxBytes: MAX_BATCH_BYTES },
      manager,
    );
    if (taken.length > 0) {
      await this.callbacks.delete(
        taken.map(({ id }) => id),
        manager,
      );
    }
    return { taken, isMore };
  }
}

/**
 * Whether a single callback may have caused the error; without Postgres, or without disk space, every one would fail.
 */
function mayConcernOneCallback(error: unknown): boolean {
  if (outageOf(error)) return false;
  return wasRolledBack(error) || error instanceof TypeError || error instanceof RangeError;
}

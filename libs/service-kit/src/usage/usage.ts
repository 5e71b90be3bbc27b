import type { EntityManager } from 'typeorm';
import type { BackgroundLoops, Cause, Transaction, Transactions } from '@chat/bus';
import { limitCrossed, limitOf, type LimitName } from '@chat/contracts/limits';
import { AppError, invalid } from '@chat/errors';
import { AccountSlots } from '@chat/flow';
import { isLive, type Counted, type RunningSum } from './counted';
import type { StoredUsage, UsageRepository, UsageRow } from './usage.repository';
import {
  announcedOf,
  isFarFromLimit,
  limitReached,
  maxForExisting,
  percentageOf,
  type Level,
} from './usage.rules';

const POLL_MS = 1_000;
const RECOUNTS_MS = 10_000;
/** How old a count may be that is far from its limit. */
const MAX_AGE_MS = 1_000;
const MAX_REMEMBERED = 10_000;
/** How long an addition near a limit waits for others of its account: about as long as its caller. */
const PATIENCE_MS = 9_000;

interface Remembered {
  /** Shared by those who ask while it is read; additions that were granted since are added to it. */
  level: Promise<Level>;
  readUntilMs: number;
}

/** What a request is about to add. */
export interface Addition {
  accountId: number;
  limit: LimitName;
  amount: number;
}

/** What an account keeps of one kind. */
export interface AccountUsage extends Level {
  limit: LimitName;
  /** Whether the limit was set for this account. */
  isOwn: boolean;
}

/**
 * What accounts keep in one service, and the limits of it. A request that adds something does so by `add`; what arrives
 * for an account is counted without being asked.
 */
export class Usage {
  private readonly counted: ReadonlyMap<LimitName, Counted>;
  private readonly remembered = new Map<string, Remembered>();
  private readonly turns = new Map<LimitName, AccountSlots>();

  constructor(
    private readonly service: string,
    counted: readonly Counted[],
    private readonly repository: UsageRepository,
    private readonly transactions: Transactions,
    loops: BackgroundLoops,
  ) {
    this.counted = new Map(counted.map((one) => [one.limit, one]));
    if (counted.every(isLive)) return;
    loops.add({ name: 'usage', round: () => this.addUp(), everyMs: POLL_MS });
    loops.add({ name: 'usage-recounts', round: () => this.recountNext(), everyMs: RECOUNTS_MS });
  }

  /**
   * Whether an addition is so far from the limit that nothing needs to be locked for it. It usually costs no query. What
   * is granted here counts until the next read.
   */
  async isFar({ accountId, limit, amount }: Addition): Promise<boolean> {
    if (isLive(this.definitionOf(limit))) return false;
    const known = await this.recall(accountId, limit);
    if (!isFarFromLimit(limit, known, amount)) return false;
    known.used += amount;
    return true;
  }

  /**
   * Runs the transaction that adds. Near the limit, those of an account run one after the other, on all replicas, so that
   * the limit holds exactly; those of a replica wait before they take a connection.
   * @throws AppError `limit_reached` if the account may not keep that much.
   */
  async add<T>(cause: Cause | null, addition: Addition, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (await this.isFar(addition)) return this.transactions.run(cause, work);
    const refusal = await this.refusalNear(addition);
    if (refusal) throw refusal;
    return this.inTurn(addition, () =>
      this.transactions.run(cause, async (tx) => {
        await this.repository.lock(addition.accountId, addition.limit, tx.manager);
        await this.demand(addition, tx);
        return work(tx);
      }),
    );
  }

  /**
   * Checks an addition without a lock, so that the limit may be exceeded by what is added at the same moment.
   * @throws AppError `limit_reached`.
   */
  async demand(addition: Addition, tx: Transaction): Promise<void> {
    const { accountId, limit, amount } = addition;
    const before = levelOf(limit, await this.read(accountId, limit, tx.manager));
    const after = { ...before, used: before.used + amount };
    if (after.used > after.max) throw limitReached(limit, after.max);
    // Sums are told when they are added up.
    if (!isLive(this.definitionOf(limit)) || percentageOf(after) <= percentageOf(before)) return;
    this.emit(accountId, limit, after, 1, tx);
  }

  /** Returns why an addition is impossible, before anything is done for it; null if it probably is possible. */
  async refusalOf(addition: Addition): Promise<AppError | null> {
    return (await this.isFar(addition)) ? null : this.refusalNear(addition);
  }

  /** Returns what an account keeps in this service. */
  async of(accountId: number): Promise<AccountUsage[]> {
    return Promise.all([...this.counted.keys()].map((limit) => this.usageOf(accountId, limit)));
  }

  /** @param max null sets the default again. @throws AppError `validation_error` if it is more than is possible. */
  async setMax(
    accountId: number,
    limit: LimitName,
    max: number | null,
    cause: Cause | null,
  ): Promise<AccountUsage> {
    const { most = Infinity } = limitOf(limit);
    if (max !== null && max > most) throw invalid('max', `max must be at most ${most} for ${limit}.`);
    this.definitionOf(limit);
    await this.transactions.run(cause, async (tx) => {
      const before = await this.read(accountId, limit, tx.manager);
      await this.repository.setMax(accountId, limit, max, tx.manager);
      const target = `limits/${limit}`;
      tx.record({ target, accountId, before: { limit, max: before.max }, after: { limit, max } });
    });
    this.remembered.delete(keyOf(accountId, limit));
    return this.usageOf(accountId, limit);
  }

  /** Counts what an account keeps anew. */
  async recount(accountId: number, limit: LimitName): Promise<AccountUsage> {
    const counted = this.definitionOf(limit);
    if (!isLive(counted)) {
      await this.transactions.run(null, async (tx) => {
        await this.repository.lockSums(tx.manager);
        await this.announce(await this.repository.recount(accountId, counted, tx.manager), tx);
      });
    }
    return this.usageOf(accountId, limit);
  }

  private async refusalNear({ accountId, limit, amount }: Addition): Promise<AppError | null> {
    const { used, max } = levelOf(limit, await this.read(accountId, limit));
    return used + amount > max ? limitReached(limit, max) : null;
  }

  private async usageOf(accountId: number, limit: LimitName): Promise<AccountUsage> {
    const stored = await this.read(accountId, limit);
    return { limit, ...levelOf(limit, { ...stored, isCounting: false }), isOwn: stored.max !== null };
  }

  private read(accountId: number, limit: LimitName, manager?: EntityManager): Promise<StoredUsage> {
    const counted = this.definitionOf(limit);
    return isLive(counted)
      ? this.repository.countLive(accountId, counted, manager)
      : this.repository.read(accountId, limit, manager);
  }

  private async inTurn<T>({ accountId, limit }: Addition, work: () => Promise<T>): Promise<T> {
    const turns = this.turns.get(limit) ?? new AccountSlots(1);
    this.turns.set(limit, turns);
    if (!(await turns.acquire(accountId, PATIENCE_MS))) throw new AppError('service_unavailable');
    try {
      return await work();
    } finally {
      turns.release(accountId);
    }
  }

  private definitionOf(limit: LimitName): Counted {
    const counted = this.counted.get(limit);
    if (!counted) throw invalid('limit', `The service ${this.service} does not keep ${limit}.`);
    return counted;
  }

  private recall(accountId: number, limit: LimitName): Promise<Level> {
    const key = keyOf(accountId, limit);
    const known = this.remembered.get(key);
    if (known && known.readUntilMs > performance.now()) return known.level;
    const level = this.read(accountId, limit).then((stored) => levelOf(limit, stored));
    level.catch(() => this.remembered.delete(key));
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, { level, readUntilMs: performance.now() + MAX_AGE_MS });
    return level;
  }

  /** @returns whether there may be more to add up. */
  private async addUp(): Promise<boolean> {
    // Usually nothing has changed: one statement without a lock says so.
    if (!(await this.repository.hasChanges())) return false;
    return this.transactions.run(null, async (tx) => {
      if (!(await this.repository.tryLockSums(tx.manager))) return false;
      const { rows, hasMore } = await this.repository.addUp(tx.manager);
      const counting = rows.length > 0 ? await this.repository.counting(tx.manager) : [];
      for (const row of rows) if (!counting.includes(row.limit_name)) await this.announce(row, tx);
      return hasMore;
    });
  }

  /** Announces a percentage of its limit that an account has reached. */
  private async announce(row: UsageRow, tx: Transaction): Promise<void> {
    const { account_id: accountId, limit_name: limit } = row;
    const level = levelOf(limit, { ...row, isCounting: false });
    const announced = announcedOf(level, row.told);
    if (announced === row.told) return;
    const tellings = await this.repository.noteTold(row, announced, tx.manager);
    if (announced > row.told) this.emit(accountId, limit, level, tellings, tx);
  }

  private emit(accountId: number, limit: LimitName, { used, max }: Level, version: number, tx: Transaction) {
    const entity = { entity: `accounts/${accountId}`, entityVersion: version, channelId: null };
    tx.emit(limitCrossed(this.service), { accountId, ...entity, data: { limit, used, max } });
  }

  /**
   * Counts the rows of one account from before there was this limit.
   * @returns whether there may be more.
   */
  private async recountNext(): Promise<boolean> {
    if ((await this.repository.counting()).length === 0) return false;
    return this.transactions.run(null, async ({ manager }) => {
      await this.repository.lockSums(manager);
      for (const limit of await this.repository.counting(manager)) {
        const counted = this.counted.get(limit) as RunningSum;
        if (await this.repository.hasUnknown(counted, manager)) continue;
        await this.recountAccount(counted, manager);
        return true;
      }
      return false;
    });
  }

  private async recountAccount(counted: RunningSum, manager: EntityManager): Promise<void> {
    const { limit } = counted;
    const done = (await this.repository.recountedUpTo(limit, manager)) ?? -1;
    const accountId = await this.repository.accountAfter(counted, done, manager);
    if (accountId !== null) {
      const { used, max } = await this.repository.recount(accountId, counted, manager);
      const ownMax = max ?? maxForExisting(limit, used);
      await this.repository.setMax(accountId, limit, ownMax, manager);
    }
    await this.repository.noteRecount(limit, accountId, manager);
  }
}

/** While the rows from before the limit are being counted, nothing is refused: the account may get a limit of its own. */
function levelOf(limit: LimitName, { used, max, isCounting }: StoredUsage): Level {
  return { used, max: isCounting ? Infinity : (max ?? limitOf(limit).max) };
}

function keyOf(accountId: number, limit: LimitName): string {
  return `${accountId}/${limit}`;
}

import type { DataSource, EntityManager } from 'typeorm';
import { Reply, type BackgroundLoops } from '@chat/bus';
import { AppError, type ErrorBody } from '@chat/errors';
import { endingOf, verdictOn } from './record.rules';
import { RecordsRepository, type Claim, type RecordKey, type StoredResult } from './records.repository';

const PURGE_EVERY_MS = 10 * 60 * 1000;
const PURGE_BATCH = 1_000;
/** A record may vanish between claim and lookup, but not this many times in a row. */
const MAX_LOOKS = 5;

/** The entity that an operation created, and its channel. */
export interface Trace {
  /** By which a repeated request looks up the outcome. */
  entityId?: number;
  channelId?: number;
  /** Epoch milliseconds from which an unfinished request counts as dead; by default, its own deadline applies. */
  deadline?: number;
}

/** The response to a request: a success or a refusal. */
export type Outcome<T extends object = object> = Success<T> | AppError;

export interface IdempotencyOptions {
  /**
   * Returns the current outcome of a request that may have reached the provider and was never answered:
   * `provider_outcome_unknown` while it is unknown, null if the entity no longer exists. Whatever settles the entity
   * thus settles the key as well.
   */
  outcomeOf?: (accountId: number, entityId: number) => Promise<Outcome | null>;
  /**
   * Returns the SQL condition that the channel of a record (`account_id`, `channel_id` of the alias) is deleted. By
   * default, no channel counts as deleted.
   */
  isHidden?: (alias: string) => string;
  /** Returns why the account can use no more keys; null if it can. By default, it always can. */
  refusalOf?: (accountId: number) => Promise<AppError | null>;
}

/** The operations of a request on its own record. */
export interface Attempt {
  /** Identifies the record, for a statement that combines `reach` with creating the entity (`reachSql`). */
  readonly claim: Claim;
  /**
   * Records that the provider may be reached from now on. Call it in the transaction that commits before the provider
   * call: if the process dies after that commit, the outcome is unknown.
   * @param trace by which a repeated request finds the outcome, and the purge of the channel finds the record.
   * @throws AppError `idempotency_in_flight` if another process took over, because this one was too slow.
   */
  reach(manager: EntityManager, trace?: Trace): Promise<void>;
  /** Stores the response in the transaction that records the outcome, so that a crash cannot separate the two. */
  finish(manager: EntityManager, result: Success<object>): Promise<void>;
}

/** A successful response. */
export interface Success<T extends object> {
  status: 200 | 201 | 202;
  data: T;
  /**
   * Whether `outcomeOf` returns the same response from now on for the entity that the request reached, so that the
   * response need not be stored.
   */
  isKnownByEntity?: boolean;
}

/**
 * The idempotency keys of one service. A request with a key is processed once, however often it is repeated, on any
 * number of replicas and despite crashes: a repeated request gets the same response, or the error that the outcome is
 * unknown.
 */
export class Idempotency {
  private readonly records: RecordsRepository;
  private readonly outcomeOf: NonNullable<IdempotencyOptions['outcomeOf']>;
  private readonly refusalOf: NonNullable<IdempotencyOptions['refusalOf']>;

  constructor(
    dataSource: DataSource,
    schema: string,
    {
      outcomeOf = () => Promise.resolve(null),
      isHidden = () => 'false',
      refusalOf = () => Promise.resolve(null),
    }: IdempotencyOptions = {},
  ) {
    this.records = new RecordsRepository(dataSource, schema, isHidden);
    this.outcomeOf = outcomeOf;
    this.refusalOf = refusalOf;
  }

  /** Adds a background loop that deletes records after 24 hours. */
  purgeIn(loops: BackgroundLoops): void {
    loops.add({
      name: 'idempotency-purge',
      round: async () => (await this.records.deleteExpired(PURGE_BATCH)) === PURGE_BATCH,
      everyMs: PURGE_EVERY_MS,
    });
  }

  /**
   * Does the work, or replays the response if the work has been done before.
   * @param fingerprint of the payload (`fingerprint`).
   * @throws AppError `idempotency_conflict` for a different payload, `idempotency_in_flight` while the work is in
   * progress, `provider_outcome_unknown` if its outcome is unknown, `not_found` if its channel has since been deleted,
   * what `refusalOf` returns, and any error of the work.
   */
  async run<T extends object>(
    recordKey: RecordKey,
    fingerprint: Buffer,
    work: (attempt: Attempt) => Promise<Success<T>>,
  ): Promise<Reply<T>> {
    await this.requireRoom(recordKey, fingerprint);
    for (let look = 1; look <= MAX_LOOKS; look += 1) {
      const claim = await this.records.claim(recordKey, fingerprint);
      if (claim) return this.workOn(claim, work);
      const known = await this.records.find(recordKey, fingerprint);
      if (!known) continue;
      const verdict = verdictOn(known);
      switch (verdict.do) {
        case 'replay':
          return replay<T>(known);
        case 'refuse':
          throw verdict.error;
        case 'look up':
          await this.settle({ ...recordKey, owner: known.owner }, known.entityId, verdict.isOwned);
          continue;
        case 'take over': {
          const taken = await this.records.takeOver(recordKey, fingerprint, known.owner);
          if (taken) return this.workOn(taken, work);
        }
      }
    }
    throw new AppError('idempotency_in_flight');
  }

  /** Erases up to `limit` responses of a deleted channel. Keys and fingerprints are kept for their 24 hours. */
  eraseChannel(accountId: number, channelId: number, limit: number, manager: EntityManager): Promise<number> {
    return this.records.eraseChannel(accountId, channelId, limit, manager);
  }

  /** A repeated request needs no room. @throws AppError why the account can use no more keys. */
  private async requireRoom(recordKey: RecordKey, fingerprint: Buffer): Promise<void> {
    const refusal = await this.refusalOf(recordKey.accountId);
    if (refusal && !(await this.records.find(recordKey, fingerprint))) throw refusal;
  }

  /**
   * Stores the current outcome of a request without a stored response, or frees its key.
   * @throws AppError if the outcome is unknown.
   */
  private async settle(claim: Claim, entityId: number | null, isOwned: boolean): Promise<void> {
    const known = entityId === null ? null : await this.outcomeOf(claim.accountId, entityId);
    const outcome = known ?? new AppError('provider_outcome_unknown');
    // The request in progress knows more about a failure than the entity does, and records it.
    if (isOwned && outcome instanceof AppError) throw new AppError('idempotency_in_flight');
    switch (outcome instanceof AppError ? endingOf(outcome) : 'done') {
      case 'done':
        return void (await this.records.finish(claim, toStored(outcome)));
      case 'freed':
        return void (await this.records.free(claim, 'unfinished'));
      case 'unknown':
        await this.records.giveUp(claim);
        throw AppError.fromBody((outcome as AppError).toBody(), { isReplay: true });
    }
  }

  private async workOn<T extends object>(
    claim: Claim,
    work: (attempt: Attempt) => Promise<Success<T>>,
  ): Promise<Reply<T>> {
    const attempt: Attempt = {
      claim,
      reach: async (manager, trace = {}) => {
        const isOurs = await this.records.reach(claim, trace, manager);
        if (!isOurs) throw new AppError('idempotency_in_flight');
      },
      finish: async (manager, result) => void (await this.records.finish(claim, toStored(result), manager)),
    };
    try {
      const { status, data, isKnownByEntity = false } = await work(attempt);
      if (!isKnownByEntity) await this.records.finish(claim, toStored({ status, data }));
      return new Reply(data, { status });
    } catch (error) {
      // The client gets this error even if Postgres is unavailable. A retry after the lease has expired settles the key.
      await this.end(claim, error).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Ends a failed request. Only the record shows whether the provider may have been reached, because the transaction
   * that called `reach` may have failed.
   */
  private async end(claim: Claim, error: unknown): Promise<void> {
    if (await this.records.free(claim, 'unreached')) return;
    switch (endingOf(error)) {
      case 'freed':
        return void (await this.records.free(claim, 'unfinished'));
      case 'done':
        return void (await this.records.finish(claim, toStored(error as AppError)));
      case 'unknown':
        return void (await this.records.giveUp(claim));
    }
  }
}

function toStored(outcome: Outcome): StoredResult {
  return outcome instanceof AppError
    ? { status: outcome.status, result: JSON.stringify(outcome.toBody()) }
    : { status: outcome.status, result: JSON.stringify(outcome.data) };
}

function replay<T extends object>({ status, result }: StoredResult): Reply<T> {
  if (result === null) throw new AppError('not_found');
  const answer: unknown = JSON.parse(result);
  if (status >= 400) throw AppError.fromBody(answer as ErrorBody, { isReplay: true });
  return new Reply(answer as T, { status: status as 200 | 201 | 202, isReplay: true });
}

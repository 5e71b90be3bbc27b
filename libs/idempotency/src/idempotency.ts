import type { DataSource, EntityManager } from 'typeorm';
import { Reply, type BackgroundLoops } from '@chat/bus';
import { AppError, type ErrorBody } from '@chat/errors';
import { endingOf, verdictOn } from './record.rules';
import { RecordsRepository, type Claim, type RecordKey, type StoredResult } from './records.repository';

const PURGE_EVERY_MS = 10 * 60 * 1000;
const PURGE_BATCH = 1_000;
/** A record may vanish between two looks; this often in a row it does not. */
const MAX_LOOKS = 5;

/** What an operation made, and the channel that it belongs to. */
export interface Trace {
  /** By which a repeat looks up what became of it. */
  entityId?: number;
  channelId?: number;
  /** Epoch milliseconds from which on a request that has not ended counts as dead; else its own deadline says so. */
  deadline?: number;
}

/** The answer of a request: what it made, or its refusal. */
export type Outcome<T extends object = object> = Success<T> | AppError;

export interface IdempotencyOptions {
  /**
   * What is known by now of the outcome of a request that may have reached the provider and was never answered:
   * `provider_outcome_unknown` while nobody can tell, null when the entity is gone. So whatever settles the entity
   * settles the key, too.
   */
  outcomeOf?: (accountId: number, entityId: number) => Promise<Outcome | null>;
  /** The SQL condition that the channel of a record (`account_id`, `channel_id` of the alias) is deleted; never if absent. */
  isHidden?: (alias: string) => string;
}

/** What the work of one request does with its record. */
export interface Attempt {
  /** Names the record, for a statement that does what `reach` does together with what the work makes (`reachSql`). */
  readonly claim: Claim;
  /**
   * Puts on record that the provider may be reached from now on. Call it in the transaction that commits before the
   * provider call: a process that dies after that commit leaves an outcome that nobody knows.
   * @param trace by which a repeat finds the outcome, and the deletion of the channel the record.
   * @throws AppError `idempotency_in_flight` when another process took over, because this one was too slow.
   */
  reach(manager: EntityManager, trace?: Trace): Promise<void>;
  /** Keeps the answer in the transaction that records the outcome, so that no crash comes between the two. */
  finish(manager: EntityManager, result: Success<object>): Promise<void>;
}

/** A successful answer. */
export interface Success<T extends object> {
  status: 200 | 201 | 202;
  data: T;
  /** Whether `outcomeOf` answers the same from now on for the entity that the request reached, so that it need not be kept. */
  isKnownByEntity?: boolean;
}

/**
 * The idempotency keys of one service. A request with a key is worked on once, whoever repeats it, on any number of
 * replicas, and whatever dies: a repeat gets the same answer, or hears that nobody knows it.
 */
export class Idempotency {
  private readonly records: RecordsRepository;
  private readonly outcomeOf: NonNullable<IdempotencyOptions['outcomeOf']>;

  constructor(
    dataSource: DataSource,
    schema: string,
    { outcomeOf = () => Promise.resolve(null), isHidden = () => 'false' }: IdempotencyOptions = {},
  ) {
    this.records = new RecordsRepository(dataSource, schema, isHidden);
    this.outcomeOf = outcomeOf;
  }

  /** Deletes records after 24 hours. */
  purgeIn(loops: BackgroundLoops): void {
    loops.add({
      name: 'idempotency-purge',
      round: async () => (await this.records.deleteExpired(PURGE_BATCH)) === PURGE_BATCH,
      everyMs: PURGE_EVERY_MS,
    });
  }

  /**
   * Does the work, or answers as it was answered when the work was done.
   * @param fingerprint of the payload (`fingerprint`).
   * @throws AppError `idempotency_conflict` for another payload, `idempotency_in_flight` while the work is under way,
   * `provider_outcome_unknown` when nobody knows its outcome, `not_found` when its channel was deleted since, and what
   * the work throws.
   */
  async run<T extends object>(
    recordKey: RecordKey,
    fingerprint: Buffer,
    work: (attempt: Attempt) => Promise<Success<T>>,
  ): Promise<Reply<T>> {
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

  /** For the purge of a deleted channel: erases up to `limit` answers. Keys and fingerprints stay their 24 hours. */
  eraseChannel(accountId: number, channelId: number, limit: number, manager: EntityManager): Promise<number> {
    return this.records.eraseChannel(accountId, channelId, limit, manager);
  }

  /**
   * Keeps what is known by now of a request whose answer is not on record, or frees its key.
   * @throws AppError when nobody knows.
   */
  private async settle(claim: Claim, entityId: number | null, isOwned: boolean): Promise<void> {
    const known = entityId === null ? null : await this.outcomeOf(claim.accountId, entityId);
    const outcome = known ?? new AppError('provider_outcome_unknown');
    // Whoever works on it knows more of a failure than the entity does, and answers for it.
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
      await this.end(claim, error);
      throw error;
    }
  }

  /** Whether the provider may have been reached stands in the record: the transaction that said so may have failed. */
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

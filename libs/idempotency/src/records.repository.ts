import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { Batcher } from '@chat/flow';
import { wasRolledBack } from '@chat/service-kit';
import type { Trace } from './idempotency';
import { reachSql } from './reach-sql';
import type { KnownRecord } from './record.rules';

/** An idempotency key with its scope. */
export interface RecordKey {
  accountId: number;
  /** The credential and the operation, as in `ck_…/messages.send`. */
  namespace: string;
  key: string;
  /** Epoch milliseconds until which the request may be processed, according to its context. */
  deadline: number;
}

/** A record that one request owns. */
export interface Claim extends RecordKey {
  owner: string;
}

/** The response of an operation: data, or the body of an error. */
export interface StoredResult {
  status: number;
  /** The JSON text of the response: Postgres' own JSON types reorder members and refuse NUL. */
  result: string | null;
}

/** A record of another request. */
export interface FoundRecord extends KnownRecord, StoredResult {
  owner: string;
  entityId: number | null;
}

/** A claim that is to be inserted. */
interface NewClaim extends Claim {
  fingerprint: Buffer;
}

const RETENTION = '24 hours';
/**
 * The condition that a record has expired. One whose owner is alive is kept; otherwise the work would be done twice.
 */
const isExpired = (alias: string) =>
  `${alias}.expires_at <= now() AND (${alias}.state <> 'in_flight' OR ${alias}.lease_until <= now())`;
/** How long a request counts as alive after its deadline, since it may still commit its outcome. */
const GRACE_MS = 5_000;
const BATCH_SIZE = 64;
const GATHER_MS = 3;

/** The table `idempotency_records` of one service. */
export class RecordsRepository {
  private readonly table: string;
  private readonly claims: Batcher<NewClaim, boolean>;

  /** @param isHidden returns the SQL condition that the result of the aliased record must no longer be shown. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
    private readonly isHidden: (alias: string) => string,
  ) {
    this.table = `${schema}.idempotency_records`;
    this.claims = new Batcher((batch) => this.claimAll(batch), {
      size: BATCH_SIZE,
      gatherMs: GATHER_MS,
      keyOf: ({ accountId, namespace, key }) => `${accountId}/${namespace}/${key}`,
      changedNothing: wasRolledBack,
    });
  }

  /** Claims the key by inserting its record. @returns null if there is an unexpired record. */
  async claim(recordKey: RecordKey, fingerprint: Buffer): Promise<Claim | null> {
    const claim = { ...recordKey, owner: randomUUID() };
    return (await this.claims.add({ ...claim, fingerprint })) ? claim : null;
  }

  /**
   * Inserts claims without waiting for the disk: if a crash of Postgres loses a claim, the provider was not reached
   * under it, since any later commit also makes the claim durable.
   * @param claims each with a different key.
   * @returns for each claim whether it got its key.
   */
  private async claimAll(claims: NewClaim[]): Promise<boolean[]> {
    const rows: { owner: string }[] = await this.dataSource.query(
      `INSERT INTO ${this.table} AS known (account_id, namespace, key, fingerprint, owner, lease_until, expires_at)
       SELECT account_id, namespace, key, fingerprint, owner, now() + lease_ms * interval '1 ms',
         now() + interval '${RETENTION}'
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::uuid[], $6::bigint[])
           AS given(account_id, namespace, key, fingerprint, owner, lease_ms),
         (SELECT set_config('synchronous_commit', 'off', true)) AS no_wait
       ORDER BY account_id, namespace, key
       ON CONFLICT (account_id, namespace, key) DO UPDATE SET
         fingerprint = excluded.fingerprint, owner = excluded.owner, lease_until = excluded.lease_until,
         expires_at = excluded.expires_at, state = 'in_flight', is_reached = false, entity_id = NULL,
         channel_id = NULL, status = NULL, result = NULL
       WHERE ${isExpired('known')}
       RETURNING owner`,
      [
        claims.map(({ accountId }) => accountId),
        claims.map(({ namespace }) => namespace),
        claims.map(({ key }) => key),
        claims.map(({ fingerprint }) => fingerprint),
        claims.map(({ owner }) => owner),
        claims.map(leaseMs),
      ],
    );
    const owners = new Set(rows.map(({ owner }) => owner));
    return claims.map(({ owner }) => owners.has(owner));
  }

  /** @returns null if the record has been deleted in the meantime, so that the key is free. */
  async find({ accountId, namespace, key }: RecordKey, fingerprint: Buffer): Promise<FoundRecord | null> {
    const [row]: FoundRecord[] = await this.dataSource.query(
      `SELECT state, owner, status, result, entity_id AS "entityId", is_reached AS "isReached",
         fingerprint = $4 AS "isSamePayload", lease_until <= now() AS "isAbandoned",
         ${this.isHidden('record')} AS "isHidden"
       FROM ${this.table} AS record WHERE account_id = $1 AND namespace = $2 AND key = $3`,
      [accountId, namespace, key, fingerprint],
    );
    return row ?? null;
  }

  /**
   * Takes over from an owner that died before it reached the provider. The 24 hours start anew, since nothing was done
   * before.
   * @returns null if another request has taken over.
   */
  async takeOver(recordKey: RecordKey, fingerprint: Buffer, deadOwner: string): Promise<Claim | null> {
    const owner = randomUUID();
    const isTaken = await this.update(
      `owner = $5, fingerprint = $6, lease_until = now() + $7 * interval '1 ms',
       expires_at = now() + interval '${RETENTION}'`,
      `AND state = 'in_flight' AND NOT is_reached`,
      { ...recordKey, owner: deadOwner },
      [owner, fingerprint, leaseMs(recordKey)],
    );
    return isTaken ? { ...recordKey, owner } : null;
  }

  /** Does `Attempt.reach`. @returns false if the claim is lost. */
  async reach(
    { accountId, namespace, key, owner }: Claim,
    { entityId, channelId, deadline }: Trace,
    manager: EntityManager,
  ): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `WITH asked AS (SELECT $1::bigint AS account_id, $2::text AS key_namespace, $3::text AS key, $4::uuid AS key_owner,
         $5::bigint AS entity_id, $6::bigint AS channel_id, $7::bigint AS lease_ms
       ), ${reachSql(this.schema, 'asked')}
       SELECT FROM claimed`,
      [
        accountId,
        namespace,
        key,
        owner,
        entityId ?? null,
        channelId ?? null,
        deadline === undefined ? null : Math.max(0, deadline - Date.now()),
      ],
    );
    return rows.length === 1;
  }

  /** Stores the response, unless the record has been finished or lost in the meantime. */
  finish(claim: Claim, { status, result }: StoredResult, manager?: EntityManager): Promise<boolean> {
    const values = [status, result];
    return this.update(
      `state = 'done', status = $5, result = $6`,
      `AND state <> 'done'`,
      claim,
      values,
      manager,
    );
  }

  giveUp(claim: Claim): Promise<boolean> {
    return this.update(`state = 'unknown'`, `AND state = 'in_flight'`, claim, []);
  }

  /**
   * Deletes the record so that the key can be reused.
   * @returns false if the claim is lost or not in the state `when`.
   */
  async free(
    { accountId, namespace, key, owner }: Claim,
    when: 'unreached' | 'unfinished',
  ): Promise<boolean> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM ${this.table}
       WHERE account_id = $1 AND namespace = $2 AND key = $3 AND owner = $4
         AND ${when === 'unreached' ? `state = 'in_flight' AND NOT is_reached` : `state <> 'done'`}`,
      [accountId, namespace, key, owner],
    );
    return deleted === 1;
  }

  /** @returns how many results of the channel were erased; their keys are kept. */
  async eraseChannel(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const [, erased]: [unknown, number] = await manager.query(
      `UPDATE ${this.table} SET result = NULL WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${this.table}
         WHERE account_id = $1 AND channel_id = $2 AND result IS NOT NULL LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [accountId, channelId, limit],
    );
    return erased;
  }

  /** @returns how many expired records were deleted. */
  async deleteExpired(limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM ${this.table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${this.table} AS record WHERE ${isExpired('record')} LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      [limit],
    );
    return deleted;
  }

  private async update(
    changes: string,
    condition: string,
    { accountId, namespace, key, owner }: Claim,
    values: unknown[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<boolean> {
    const [, updated]: [unknown, number] = await manager.query(
      `UPDATE ${this.table} SET ${changes}
       WHERE account_id = $1 AND namespace = $2 AND key = $3 AND owner = $4 ${condition}`,
      [accountId, namespace, key, owner, ...values],
    );
    return updated === 1;
  }
}

function leaseMs({ deadline }: RecordKey): number {
  return Math.max(0, deadline - Date.now()) + GRACE_MS;
}

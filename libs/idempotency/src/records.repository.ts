import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { Trace } from './idempotency';
import type { KnownRecord } from './record.rules';

/** Whose key it is. */
export interface RecordKey {
  accountId: number;
  /** The credential and the operation, as in `ck_…/messages.send`. */
  namespace: string;
  key: string;
  /** Epoch milliseconds until which a request may work on it, as its context says. */
  deadline: number;
}

/** A record that one request works on. */
export interface Claim extends RecordKey {
  owner: string;
}

/** The answer of an operation: data, or the body of an error. */
export interface StoredResult {
  status: number;
  /** JSON text, as it was answered: Postgres' own JSON types reorder members and refuse NUL. */
  result: string | null;
}

/** A record that another request left. */
export interface FoundRecord extends KnownRecord, StoredResult {
  owner: string;
  entityId: number | null;
}

const RETENTION = '24 hours';
/** How long after its deadline a request counts as dead: it may still commit what it knows. */
const GRACE_MS = 5_000;

/** The table `idempotency_records` of one service. */
export class RecordsRepository {
  private readonly table: string;

  /** @param isHidden the SQL condition that the result of the record behind an alias must not be shown any more. */
  constructor(
    private readonly dataSource: DataSource,
    schema: string,
    private readonly isHidden: (alias: string) => string,
  ) {
    this.table = `${schema}.idempotency_records`;
  }

  /** Whoever inserts the row has the key. @returns null when there is a record that still counts. */
  async claim(recordKey: RecordKey, fingerprint: Buffer): Promise<Claim | null> {
    const { accountId, namespace, key } = recordKey;
    const owner = randomUUID();
    const [row]: unknown[] = await this.dataSource.query(
      `INSERT INTO ${this.table} AS known (account_id, namespace, key, fingerprint, owner, lease_until, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 ms', now() + interval '${RETENTION}')
       ON CONFLICT (account_id, namespace, key) DO UPDATE SET
         fingerprint = excluded.fingerprint, owner = excluded.owner, lease_until = excluded.lease_until,
         expires_at = excluded.expires_at, state = 'in_flight', is_reached = false, entity_id = NULL,
         channel_id = NULL, status = NULL, result = NULL
       WHERE known.expires_at <= now()
       RETURNING owner`,
      [accountId, namespace, key, fingerprint, owner, leaseMs(recordKey)],
    );
    return row ? { ...recordKey, owner } : null;
  }

  /** @returns null when the record is gone in the meantime: the key is free. */
  async find({ accountId, namespace, key }: RecordKey, fingerprint: Buffer): Promise<FoundRecord | null> {
    const [row]: FoundRecord[] = await this.dataSource.query(
      `SELECT state, owner, status, CASE WHEN ${this.isHidden('record')} THEN NULL ELSE result END AS result,
         entity_id AS "entityId", is_reached AS "isReached", fingerprint = $4 AS "isSamePayload",
         lease_until <= now() AS "isAbandoned"
       FROM ${this.table} AS record WHERE account_id = $1 AND namespace = $2 AND key = $3`,
      [accountId, namespace, key, fingerprint],
    );
    return row ?? null;
  }

  /** Takes over from an owner that died before it reached anybody. @returns null when somebody else did. */
  async takeOver(recordKey: RecordKey, fingerprint: Buffer, deadOwner: string): Promise<Claim | null> {
    const owner = randomUUID();
    const isTaken = await this.update(
      `owner = $5, fingerprint = $6, lease_until = now() + $7 * interval '1 ms'`,
      `AND state = 'in_flight' AND NOT is_reached`,
      { ...recordKey, owner: deadOwner },
      [owner, fingerprint, leaseMs(recordKey)],
    );
    return isTaken ? { ...recordKey, owner } : null;
  }

  /** @returns false when the claim is lost. */
  reach(claim: Claim, { entityId, channelId, deadline }: Trace, manager: EntityManager): Promise<boolean> {
    return this.update(
      `is_reached = true, entity_id = $5, channel_id = $6,
       lease_until = coalesce(now() + $7 * interval '1 ms', lease_until)`,
      `AND state = 'in_flight'`,
      claim,
      [
        entityId ?? null,
        channelId ?? null,
        deadline === undefined ? null : Math.max(0, deadline - Date.now()),
      ],
      manager,
    );
  }

  /** Keeps the answer, unless the record ended otherwise in the meantime. */
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

  /** Ends the claim so that the key may be used again. @returns false when it is not ours, or was finished. */
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

  /** @returns how many results of the channel were erased; their keys stay. */
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

  /** @returns how many records were past their time. */
  async deleteExpired(limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM ${this.table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${this.table} WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED))`,
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

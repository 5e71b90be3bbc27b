import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, SecretBox, secretKeysOf } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';
import type { KeyChange } from '../engines/device-engine';
import { sealedKeys } from './sealed-credentials';
import type { Tenure } from './session.row';

/** Changes of the keys of one session. */
export interface KeyChanges {
  tenure: Tenure;
  changes: readonly KeyChange[];
}

/**
 * Existing rows are locked in key order before anything is written, so that two statements on many rows cannot deadlock.
 * The lists are subqueries, so that the statement is not planned again for each length (ADR 21).
 */
const WRITE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest((SELECT $1::bigint[]), (SELECT $2::bigint[]), (SELECT $3::text[]), (SELECT $4::text[]),
      (SELECT $5::bytea[])) AS given(account_id, channel_id, kind, id, value)
  ), locked AS MATERIALIZED (
    SELECT FROM device_sessions.session_keys JOIN given USING (account_id, channel_id, kind, id)
    ORDER BY account_id, channel_id, kind, id FOR UPDATE OF session_keys
  ), removed AS (
    DELETE FROM device_sessions.session_keys AS stored USING given
    WHERE stored.account_id = given.account_id AND stored.channel_id = given.channel_id
      AND stored.kind = given.kind AND stored.id = given.id AND given.value IS NULL
      AND (SELECT count(*) FROM locked) >= 0
  )
  INSERT INTO device_sessions.session_keys (account_id, channel_id, kind, id, value)
  SELECT account_id, channel_id, kind, id, value FROM given
  WHERE value IS NOT NULL AND (SELECT count(*) FROM locked) >= 0 ORDER BY account_id, channel_id, kind, id
  ON CONFLICT (account_id, channel_id, kind, id) DO UPDATE SET value = excluded.value`;

/** The keys that engines keep for their sessions, sealed. */
@Injectable()
export class SessionKeysRepository {
  private readonly secrets: SecretBox;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) config: DeviceSessionsConfig,
  ) {
    this.secrets = new SecretBox(secretKeysOf(config), sealedKeys.purpose);
  }

  /** @param ids null for all of this kind. @returns the keys that exist, by id. */
  async read(
    { account_id, channel_id }: Tenure,
    kind: string,
    ids: readonly string[] | null,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const rows: { id: string; value: Buffer }[] = await this.dataSource.query(
      `SELECT id, value FROM device_sessions.session_keys
       WHERE account_id = $1 AND channel_id = $2 AND kind = $3 ${ids ? 'AND id = ANY ($4::text[])' : ''}`,
      [account_id, channel_id, kind, ...(ids ? [ids] : [])],
    );
    return new Map(
      rows.map(({ id, value }) => [
        id,
        this.secrets.openBytes(value, sealedKeys.contextOf([account_id, channel_id, kind, id])),
      ]),
    );
  }

  /** Of two changes of one key, the later one counts. The caller holds the fence. */
  async write(sessions: readonly KeyChanges[], manager: EntityManager): Promise<void> {
    const changes = sessions.flatMap(({ tenure, changes: own }) =>
      [...latest(own)].map(({ kind, id, value }) => {
        const { account_id, channel_id } = tenure;
        const context = sealedKeys.contextOf([account_id, channel_id, kind, id]);
        return { account_id, channel_id, kind, id, sealed: value && this.secrets.seal(value, context) };
      }),
    );
    if (changes.length === 0) return;
    await manager.query(WRITE, [
      changes.map(({ account_id }) => account_id),
      changes.map(({ channel_id }) => channel_id),
      changes.map(({ kind }) => kind),
      changes.map(({ id }) => id),
      changes.map(({ sealed }) => sealed),
    ]);
  }
}

function latest(changes: readonly KeyChange[]): Iterable<KeyChange> {
  return new Map(changes.map((change) => [JSON.stringify([change.kind, change.id]), change])).values();
}

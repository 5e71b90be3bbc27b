import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CloudEvent } from '@chat/contracts';
import type { ActorType, AuditRecord } from '@chat/contracts/audit';
import { LONGEST_PAGE, type TimePageRequest } from '@chat/lists';
import type { Moment } from '@chat/service-kit';

export interface AuditRow {
  readonly id: number;
  readonly at: Moment;
  readonly action: string;
  readonly actor_type: ActorType;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly target: string;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly changed: string[];
  readonly before: object | null;
  readonly after: object | null;
}

/** Which entries are wanted; absent members do not matter. */
export interface AuditFilter {
  readonly actorType?: ActorType;
  readonly actorId?: string;
  readonly action?: string;
  readonly target?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** The most entries in a file. */
export const LONGEST_FILE = 10_000;

const COLUMNS = `id, at, action, actor_type, actor_id, target, address, request_id, changed, before, after`;

@Injectable()
export class AuditEntriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** An entry that is there already, since its event was republished, is left as it is. */
  async insert(events: readonly CloudEvent<AuditRecord>[], manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO gateway.audit_entries (account_id, event_id, at, action, actor_type, actor_id, target, address,
         request_id, changed, before, after)
       SELECT account_id, event_id, at, action, actor_type, actor_id, target, address, request_id,
         ARRAY(SELECT jsonb_array_elements_text(changed)), before, after
       FROM jsonb_to_recordset($1::jsonb) AS entry (account_id bigint, event_id uuid, at timestamptz, action text,
         actor_type text, actor_id text, target text, address text, request_id text, changed jsonb, before jsonb,
         after jsonb)
       ON CONFLICT ON CONSTRAINT audit_entries_event DO NOTHING`,
      [
        JSON.stringify(
          events.map(({ id, accountid, time, data: { actor, ...record } }) => ({
            account_id: Number(accountid),
            event_id: id,
            at: time,
            actor_type: actor.type,
            actor_id: actor.id,
            ...record,
          })),
        ),
      ],
    );
  }

  /** Returns a page plus one, newest first. */
  page(
    accountId: number,
    filter: AuditFilter,
    { perPage, offset, before }: TimePageRequest,
  ): Promise<AuditRow[]> {
    return this.select(accountId, filter, { limit: perPage + 1, longest: LONGEST_PAGE, offset, before });
  }

  /** Returns the newest, up to `LONGEST_FILE`. */
  newest(accountId: number, filter: AuditFilter): Promise<AuditRow[]> {
    const whole = { limit: LONGEST_FILE, longest: LONGEST_FILE, offset: 0, before: null };
    return this.select(accountId, filter, whole);
  }

  /** Deletes entries that are older, up to `limit`. @returns how many. */
  async deleteOlder(days: number, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH over AS MATERIALIZED (
         SELECT account_id, id FROM gateway.audit_entries WHERE at < now() - make_interval(days => $1)
         ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED),
       done AS (DELETE FROM gateway.audit_entries e USING over
                WHERE (e.account_id, e.id) = (over.account_id, over.id) RETURNING 1)
       SELECT 1 FROM done`,
      [days, limit],
    );
    return rows.length;
  }

  private select(
    accountId: number,
    { actorType, actorId, action, target, since, until }: AuditFilter,
    {
      limit,
      longest,
      offset,
      before,
    }: Pick<TimePageRequest, 'offset' | 'before'> & {
      limit: number;
      longest: number;
    },
  ): Promise<AuditRow[]> {
    const values: unknown[] = [accountId, limit];
    const place = (value: unknown) => `$${values.push(value)}`;
    const conditions = [
      'account_id = $1',
      actorType !== undefined && `actor_type = ${place(actorType)}`,
      actorId !== undefined && `actor_id = ${place(actorId)}`,
      action !== undefined && `action = ${place(action)}`,
      target !== undefined && targetCondition(target, place),
      since !== undefined && `at >= ${place(since)}`,
      until !== undefined && `at < ${place(until)}`,
      before !== null && `(at, id) < (${place(before.at)}, ${place(before.id)})`,
    ].filter((condition) => condition !== false);
    return this.dataSource.query(
      `SELECT e.*, coalesce(u.name, k.name, d.name, CASE e.actor_type WHEN 'admin_tool' THEN e.actor_id END) AS actor_name FROM (
         SELECT account_id, ${COLUMNS} FROM (
           SELECT account_id, ${COLUMNS} FROM gateway.audit_entries WHERE ${conditions.join(' AND ')}
           ORDER BY at DESC, id DESC LIMIT ${longest} ${offset > 0 ? `OFFSET ${place(offset)}` : ''}) AS newest
         ORDER BY at DESC, id DESC LIMIT $2) AS e
       LEFT JOIN gateway.users u ON e.actor_type = 'person' AND u.account_id = e.account_id
         AND u.id = CASE WHEN e.actor_id ~ '^[0-9]{1,15}$' THEN e.actor_id::bigint END
       LEFT JOIN gateway.api_keys k ON e.actor_type = 'api_key' AND k.account_id = e.account_id
         AND k.client_id = e.actor_id
       LEFT JOIN gateway.developer_apps d ON e.actor_type = 'app' AND d.client_id = e.actor_id
       ORDER BY e.at DESC, e.id DESC`,
      values,
    );
  }
}

/** A record, or all records of a kind. */
function targetCondition(target: string, place: (value: unknown) => string): string {
  const same = `target = ${place(target)}`;
  return target.includes('/') ? same : `(${same} OR starts_with(target, ${place(`${target}/`)}))`;
}

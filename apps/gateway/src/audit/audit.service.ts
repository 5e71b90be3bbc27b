import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoops, EventConsumers, onBatch, Transactions } from '@chat/bus';
import { readMoment, type Pagination, type RequestContext, type TextFile } from '@chat/contracts';
import { auditRecorded, auditsRecorded } from '@chat/contracts/audit';
import type { AuditEntry, AuditQuery } from '@chat/contracts/gateway';
import { serviceNames } from '@chat/contracts/table';
import { cutPage, readTimePage, timeKey } from '@chat/lists';
import { CONFIG, toTimestamp } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { AuditEntriesRepository, type AuditFilter, type AuditRow } from './audit-entries.repository';
import { toCsv } from './csv.rules';

const SWEEP_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;
/** How many entries share a transaction. */
const EVENTS_AT_ONCE = 100;

const columns = [
  'at',
  'action',
  'actor_type',
  'actor_id',
  'actor_name',
  'target',
  'address',
  'request_id',
] as const;

/** Who did what in an account: reported by the service that makes the change, and kept here. */
@Injectable()
export class AuditService implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly transactions: Transactions,
    private readonly entries: AuditEntriesRepository,
    loops: BackgroundLoops,
    @Inject(CONFIG) { AUDIT_DAYS }: GatewayConfig,
  ) {
    loops.add({
      name: 'old-audit-entries',
      round: async () => (await this.entries.deleteOlder(AUDIT_DAYS, BATCH_SIZE)) === BATCH_SIZE,
      everyMs: SWEEP_MS,
    });
  }

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'gateway-audit',
      subject: auditsRecorded,
      bindings: [
        onBatch(serviceNames.map(auditRecorded), (events, tx) => this.entries.insert(events, tx.manager)),
      ],
      batchSize: EVENTS_AT_ONCE,
    });
  }

  async list(
    accountId: number,
    query: AuditQuery,
  ): Promise<{ entries: AuditEntry[]; pagination: Pagination }> {
    const request = readTimePage(query);
    const found = await this.entries.page(accountId, filterOf(query), request);
    const page = cutPage(found.map(toEntry), request, null, ({ at, id }) => timeKey(at, id));
    return { entries: page.rows, pagination: page.pagination };
  }

  /** Returns the newest entries as a table. Whoever takes them out leaves one, too. */
  async export(query: AuditQuery, context: RequestContext): Promise<TextFile> {
    const rows = await this.entries.newest(context.account.id, filterOf(query));
    await this.transactions.run(context, (tx) => Promise.resolve(tx.record({ target: 'audit' })));
    const table = rows
      .map(toEntry)
      .map((entry) => [
        entry.at,
        entry.action,
        entry.actor.type,
        entry.actor.id,
        entry.actor.name,
        entry.target,
        entry.address,
        entry.request_id,
        entry.changed.join(' '),
        entry.before && JSON.stringify(entry.before),
        entry.after && JSON.stringify(entry.after),
      ]);
    return { filename: 'audit.csv', text: toCsv([[...columns, 'changed', 'before', 'after'], ...table]) };
  }
}

function filterOf({ actor_type, actor_id, action, target, since, until }: AuditQuery): AuditFilter {
  return {
    ...(actor_type && { actorType: actor_type }),
    ...(actor_id && { actorId: actor_id }),
    ...(action && { action }),
    ...(target && { target }),
    ...(since && { since: new Date(readMoment(since)!) }),
    ...(until && { until: new Date(readMoment(until)!) }),
  };
}

function toEntry({ actor_type: type, actor_id: id, actor_name: name, ...row }: AuditRow): AuditEntry {
  const { at, action, target, address, request_id, changed, before, after } = row;
  const rest = { target, address, request_id, changed, before, after };
  return { id: row.id, at: toTimestamp(at), action, actor: { type, id, name }, ...rest };
}

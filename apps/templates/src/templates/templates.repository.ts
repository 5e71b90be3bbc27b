import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { TemplateStatus } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { SharedReads } from '@chat/flow';
import { COUNT_LIMIT, LONGEST_PAGE, type PageRequest } from '@chat/lists';
import { readTemplateId, TEMPLATE_COLUMNS, type TemplateRow, type VisibleTemplate } from './template.row';

/** The fields of a new template. */
export type NewTemplate = Pick<
  TemplateRow,
  | 'account_id'
  | 'waba_id'
  | 'name'
  | 'language'
  | 'category'
  | 'parameter_format'
  | 'components'
  | 'sample'
  | 'provider_template_id'
  | 'status'
  | 'provider_status'
  | 'rejection_reason'
  | 'state'
> &
  Partial<Pick<TemplateRow, 'quality_score'>>;

/** The fields of a template that may change. */
export type TemplateChange = Partial<
  Omit<NewTemplate, 'account_id' | 'waba_id' | 'name' | 'language'> &
    Pick<TemplateRow, 'refusal' | 'reports' | 'reported_at'>
>;

/** Condition for templates that clients may see. */
const IS_THERE = `t.state IN ('live', 'deleting')`;

@Injectable()
export class TemplatesRepository {
  private readonly counts = new SharedReads<number>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `conflict` when the name is taken in this language. */
  async insert(template: NewTemplate, manager: EntityManager): Promise<TemplateRow> {
    const row = await this.insertIfNew(template, manager);
    if (!row) throw nameTaken();
    return row;
  }

  /** @returns null when the name is taken in this language. */
  async insertIfNew(template: NewTemplate, manager: EntityManager): Promise<TemplateRow | null> {
    const [row]: TemplateRow[] = await manager.query(
      `INSERT INTO templates.templates AS t (account_id, waba_id, name, language, category, parameter_format,
           components, sample, provider_template_id, status, provider_status, rejection_reason, state,
           quality_score, pending_since, settle_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now(), now() + interval '30 s')
         ON CONFLICT DO NOTHING RETURNING ${TEMPLATE_COLUMNS}`,
      [
        template.account_id,
        template.waba_id,
        template.name,
        template.language,
        template.category,
        template.parameter_format,
        JSON.stringify(template.components),
        template.sample,
        template.provider_template_id,
        template.status,
        template.provider_status,
        template.rejection_reason,
        template.state,
        template.quality_score ?? null,
      ],
    );
    return row ?? null;
  }

  /** Returns the template that a client names, if the client may see it. @throws AppError `not_found` */
  async get(accountId: number, templateId: string): Promise<VisibleTemplate> {
    const name = readTemplateId(templateId);
    if (!name) throw new AppError('not_found');
    const [column, value] =
      'id' in name ? ['id', name.id] : ['provider_template_id', name.providerTemplateId];
    const [row]: TemplateRow[] = await this.dataSource.query(
      `SELECT ${TEMPLATE_COLUMNS} FROM templates.templates t WHERE t.account_id = $1 AND t.${column} = $2 AND ${IS_THERE}`,
      [accountId, value],
    );
    return visible(row);
  }

  /** Returns a template in any state. */
  async find(accountId: number, id: number, manager = this.dataSource.manager): Promise<TemplateRow | null> {
    const [row]: TemplateRow[] = await manager.query(
      `SELECT ${TEMPLATE_COLUMNS} FROM templates.templates t WHERE t.account_id = $1 AND t.id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** @throws AppError `not_found` when the template is gone with its channel. */
  async lock(accountId: number, id: number, manager: EntityManager): Promise<TemplateRow> {
    const [row]: TemplateRow[] = await manager.query(
      `SELECT ${TEMPLATE_COLUMNS} FROM templates.templates t WHERE t.account_id = $1 AND t.id = $2 FOR UPDATE OF t`,
      [accountId, id],
    );
    if (!row) throw new AppError('not_found');
    return row;
  }

  /** Returns the templates with these names that exist or may exist at the provider, locked in id order. */
  async lockNamed(
    accountId: number,
    wabaId: string,
    names: readonly string[],
    manager: EntityManager,
  ): Promise<TemplateRow[]> {
    return manager.query(
      `SELECT ${TEMPLATE_COLUMNS} FROM templates.templates t
       WHERE t.account_id = $1 AND t.waba_id = $2 AND t.name = ANY ($3)
         AND t.state IN ('submitting', 'live', 'deleting')
       ORDER BY t.id FOR UPDATE OF t`,
      [accountId, wabaId, names],
    );
  }

  /** Returns the time of the clock that stamps the rows. */
  async now(): Promise<Date> {
    const [{ now }]: [{ now: Date }] = await this.dataSource.query('SELECT now()::timestamptz(3) AS now');
    return now;
  }

  /** Returns which of these provider identifiers belonged to templates that are deleted here, and when they ended. */
  async ended(
    accountId: number,
    providerTemplateIds: readonly string[],
    manager: EntityManager,
  ): Promise<ReadonlyMap<string, Date>> {
    const rows: { id: string; at: Date }[] = await manager.query(
      `SELECT provider_template_id AS id, max(updated_at) AS at FROM templates.templates
       WHERE account_id = $1 AND provider_template_id = ANY ($2) AND state = 'deleted' GROUP BY provider_template_id`,
      [accountId, providerTemplateIds],
    );
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  /** Records a report that says nothing new. Clients see no difference, so the version stays the same. */
  async recordReport(
    { account_id, id }: TemplateRow,
    { reports, reported_at }: Pick<TemplateRow, 'reports' | 'reported_at'>,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      'UPDATE templates.templates SET reports = $3, reported_at = $4 WHERE account_id = $1 AND id = $2',
      [account_id, id, reports, reported_at],
    );
  }

  /** Records that a template may be different at the provider from now on. */
  async outdate({ account_id, id }: TemplateRow, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE templates.templates SET outdated_at = now() WHERE account_id = $1 AND id = $2',
      [account_id, id],
    );
  }

  /** Records that templates were read from the provider, by a request that began at `readAt` or later. */
  async read(accountId: number, ids: readonly number[], readAt: Date, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE templates.templates SET outdated_at = NULL
       WHERE account_id = $1 AND id = ANY ($2) AND outdated_at <= $3`,
      [accountId, ids, readAt],
    );
  }

  /**
   * Changes a template that the transaction has locked. `reported_at` never moves back.
   * @param isVisible whether clients see the change, so that `updated_at` has to change.
   */
  async change(
    row: TemplateRow,
    change: TemplateChange,
    isVisible: boolean,
    manager: EntityManager,
  ): Promise<TemplateRow> {
    const after = { ...row, ...change };
    const isPending = after.state === 'submitting' || after.state === 'deleting';
    const [[changed]]: [TemplateRow[], number] = await manager.query(
      `UPDATE templates.templates AS t SET provider_template_id = $3, category = $4, parameter_format = $5,
         components = $6, sample = $7, status = $8, provider_status = $9, rejection_reason = $10, state = $11,
         refusal = $12, reports = $13, reported_at = greatest(reported_at, $14), quality_score = $17,
         version = version + 1, seen_at = now(),
         updated_at = CASE WHEN $16 THEN greatest(now(), updated_at + interval '1 ms') ELSE updated_at END,
         pending_since = CASE WHEN $15 THEN coalesce(pending_since, now()) END,
         settle_at = CASE WHEN $15 THEN now() + interval '30 s' END
       WHERE t.account_id = $1 AND t.id = $2 RETURNING ${TEMPLATE_COLUMNS}`,
      [
        row.account_id,
        row.id,
        after.provider_template_id,
        after.category,
        after.parameter_format,
        JSON.stringify(after.components),
        after.sample,
        after.status,
        after.provider_status,
        after.rejection_reason,
        after.state,
        after.refusal,
        after.reports,
        after.reported_at,
        isPending,
        isVisible,
        after.quality_score,
      ],
    );
    return changed!;
  }

  /** Returns the templates of these provider accounts with a status, newest first: one more than a page holds. */
  async page(
    accountId: number,
    { wabaIds, status }: { wabaIds: string[]; status: TemplateStatus },
    { perPage, offset, afterId }: PageRequest & { afterId: number | null },
  ): Promise<TemplateRow[]> {
    const values: unknown[] = [accountId, perPage + 1, wabaIds, status];
    const place = (value: unknown) => `$${values.push(value)}`;
    return this.dataSource.query(
      `SELECT ${TEMPLATE_COLUMNS} FROM (
         SELECT * FROM templates.templates t
         WHERE t.account_id = $1 AND t.waba_id = ANY ($3) AND t.status = $4 AND ${IS_THERE}
           ${afterId === null ? '' : `AND t.id < ${place(afterId)}`}
         ORDER BY t.id DESC LIMIT ${LONGEST_PAGE} ${offset > 0 ? `OFFSET ${place(offset)}` : ''}) AS t
       ORDER BY t.id DESC LIMIT $2`,
      values,
    );
  }

  count(
    accountId: number,
    { wabaIds, status }: { wabaIds: string[]; status: TemplateStatus },
  ): Promise<number> {
    return this.counts.ask(`${accountId}/${status}/${wabaIds.join()}`, async () => {
      const [row]: [{ total: number }] = await this.dataSource.query(
        `SELECT count(*) AS total FROM (
           SELECT FROM templates.templates t
           WHERE t.account_id = $1 AND t.waba_id = ANY ($2) AND t.status = $3 AND ${IS_THERE}
           LIMIT ${COUNT_LIMIT + 1}) AS counted`,
        [accountId, wabaIds, status],
      );
      return row.total;
    });
  }
}

function visible(row: TemplateRow | undefined): VisibleTemplate {
  if (row?.channel_id == null) throw new AppError('not_found');
  return row as VisibleTemplate;
}

function nameTaken(): AppError {
  return new AppError('conflict', {
    reason: 'template_exists',
    message:
      'The provider account already has a template with this name and language. Edit it, or use another name.',
  });
}

import type { DataSource, EntityManager } from 'typeorm';
import { newObjectId } from '../ids';
import type { NewTemplate, TemplateComponents } from './template.schema';

export interface TemplateRow {
  id: string;
  account_id: string;
  name: string;
  language: string;
  category: string;
  parameter_format: string;
  components: TemplateComponents;
  ttl_seconds: number | null;
  status: string;
  rejected_reason: string;
  quality: string;
  rated_at: Date | null;
  edits_of_day: number;
  edits_of_month: number;
}

const COLUMNS = `id, account_id, name, language, category, parameter_format, components, ttl_seconds, status, rejected_reason,
  quality, rated_at,
  (SELECT count(*) FROM unnest(edited_at) AS at WHERE at > now() - interval '24 hours') AS edits_of_day,
  (SELECT count(*) FROM unnest(edited_at) AS at WHERE at > now() - interval '30 days') AS edits_of_month`;

/** Reasons against a new template other than its content. */
export interface NameState {
  exists: boolean;
  /** It was approved, and deleted less than 30 days ago. */
  isBlocked: boolean;
  count: number;
}

export class TemplatesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async nameState(accountId: string, name: string, language: string): Promise<NameState> {
    const [row]: [{ exists: boolean; is_blocked: boolean; count: number }] = await this.dataSource.query(
      `SELECT coalesce(bool_or(name = $2 AND language = $3 AND deleted_at IS NULL), false) AS exists,
         coalesce(bool_or(name = $2 AND was_approved AND deleted_at > now() - interval '30 days'), false) AS is_blocked,
         count(*) FILTER (WHERE deleted_at IS NULL) AS count
       FROM sandbox.cloud_templates WHERE account_id = $1`,
      [accountId, name, language],
    );
    return { exists: row.exists, isBlocked: row.is_blocked, count: row.count };
  }

  /**
   * Inserts a template as pending.
   * @param reviewMs the duration of its review; null if it does not end by itself.
   */
  async insert(accountId: string, template: NewTemplate, reviewMs: number | null): Promise<string> {
    const id = newObjectId('template');
    await this.dataSource.query(
      `INSERT INTO sandbox.cloud_templates
         (id, account_id, name, language, category, parameter_format, components, ttl_seconds, status, review_due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', now() + $9::float8 * interval '1 millisecond')`,
      [
        id,
        accountId,
        template.name,
        template.language,
        template.category,
        template.parameter_format,
        JSON.stringify(template.components),
        template.message_send_ttl_seconds ?? null,
        reviewMs,
      ],
    );
    return id;
  }

  /** Replaces the components and starts another review. */
  async edit(
    id: string,
    { category, components }: { category?: string; components?: TemplateComponents },
    reviewMs: number | null,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.cloud_templates SET category = coalesce($2, category), components = coalesce($3, components),
         edited_at = array_append(edited_at, now()), status = 'PENDING', rejected_reason = 'NONE',
         review_due_at = now() + $4::float8 * interval '1 millisecond'
       WHERE id = $1`,
      [id, category ?? null, components ? JSON.stringify(components) : null, reviewMs],
    );
  }

  /** Sets the status and ends any review in progress. */
  async setStatus(id: string, status: string, reason: string, manager?: EntityManager): Promise<void> {
    await (manager ?? this.dataSource.manager).query(
      `UPDATE sandbox.cloud_templates SET status = $2, rejected_reason = $3, review_due_at = NULL,
         was_approved = was_approved OR $2 = 'APPROVED' WHERE id = $1`,
      [id, status, reason],
    );
  }

  /** Replaces the components without a review. */
  async replace(id: string, components: TemplateComponents, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE sandbox.cloud_templates SET components = $2 WHERE id = $1', [
      id,
      JSON.stringify(components),
    ]);
  }

  async rate(id: string, quality: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE sandbox.cloud_templates SET quality = $2, rated_at = now() WHERE id = $1', [
      id,
      quality,
    ]);
  }

  /** Locks the templates whose review is due. */
  async dueForReview(manager: EntityManager): Promise<TemplateRow[]> {
    return manager.query(
      `SELECT ${COLUMNS} FROM sandbox.cloud_templates
       WHERE review_due_at <= clock_timestamp() AND deleted_at IS NULL ORDER BY review_due_at LIMIT 100 FOR UPDATE`,
    );
  }

  /** Milliseconds until the next review ends; null when there is none. */
  async nextReviewMs(): Promise<number | null> {
    const [row]: [{ wait_ms: number | null }] = await this.dataSource.query(
      `SELECT (extract(epoch FROM min(review_due_at) - clock_timestamp()) * 1000)::float8 AS wait_ms
       FROM sandbox.cloud_templates WHERE deleted_at IS NULL`,
    );
    return row.wait_ms;
  }

  async find(id: string): Promise<TemplateRow | null> {
    const [template]: TemplateRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM sandbox.cloud_templates WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return template ?? null;
  }

  async findByName(accountId: string, name: string, language: string): Promise<TemplateRow | null> {
    const [template]: TemplateRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM sandbox.cloud_templates
       WHERE account_id = $1 AND name = $2 AND language = $3 AND deleted_at IS NULL`,
      [accountId, name, language],
    );
    return template ?? null;
  }

  async list(accountId: string): Promise<TemplateRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM sandbox.cloud_templates WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id`,
      [accountId],
    );
  }

  /**
   * @param id limits it to one language.
   * @returns the removed templates.
   */
  async remove(accountId: string, name: string, id: string | null): Promise<TemplateRow[]> {
    const [rows]: [TemplateRow[], number] = await this.dataSource.query(
      `UPDATE sandbox.cloud_templates SET deleted_at = now(), review_due_at = NULL
       WHERE account_id = $1 AND name = $2 AND ($3::text IS NULL OR id = $3) AND deleted_at IS NULL
       RETURNING ${COLUMNS}`,
      [accountId, name, id],
    );
    return rows;
  }
}

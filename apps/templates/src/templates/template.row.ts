import type { StoredFile } from '@chat/contracts';
import type { TemplateCategory, TemplateStatus } from '@chat/contracts/templates';
import type { ErrorBody } from '@chat/errors';

export type TemplateState = 'submitting' | 'live' | 'deleting' | 'deleted' | 'refused';

/** A row of `templates.templates`. */
export interface TemplateRow {
  account_id: number;
  id: number;
  waba_id: string;
  name: string;
  language: string;
  provider_template_id: string | null;
  category: TemplateCategory;
  parameter_format: string;
  components: object[];
  sample: StoredFile | null;
  status: TemplateStatus;
  provider_status: string | null;
  rejection_reason: string | null;
  /** In the provider's terms; null until it has told one. */
  quality_score: string | null;
  /** Number of status reports from the provider. */
  reports: number;
  /** Reports from before this time are stale: a later one, an edit or the provider's list has superseded them. */
  reported_at: Date | null;
  /** Set while the template at the provider may differ from the row, since this time. */
  outdated_at: Date | null;
  state: TemplateState;
  pending_since: Date | null;
  refusal: ErrorBody | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** Our first channel at its provider account; null when all of them are deleted. */
  channel_id: number | null;
}

/** A template that is visible to clients. */
export type VisibleTemplate = TemplateRow & { channel_id: number };

/** Returns the SQL condition that the channel of an aliased row is deleted. */
export const isDeletedChannel = (alias: string) => `EXISTS (
  SELECT FROM templates.deleted_channels AS deleted
  WHERE deleted.account_id = ${alias}.account_id AND deleted.channel_id = ${alias}.channel_id)`;

/** The columns of a `TemplateRow`, selected from `templates.templates t`. */
export const TEMPLATE_COLUMNS = `t.account_id, t.id, t.waba_id, t.name, t.language, t.provider_template_id, t.category,
  t.parameter_format, t.components, t.sample, t.status, t.provider_status, t.rejection_reason, t.quality_score, t.reports,
  t.reported_at, t.outdated_at, t.state, t.pending_since, t.refusal, t.version, t.created_at, t.updated_at,
  (SELECT min(c.channel_id) FROM templates.channels c
   WHERE c.account_id = t.account_id AND c.waba_id = t.waba_id AND NOT ${isDeletedChannel('c')}) AS channel_id`;

const OWN_ID = /^tpl_([1-9]\d{0,14})$/;

/** Returns the identifier by which clients know a template. */
export function toTemplateId(id: number): string {
  return `tpl_${id}`;
}

/** Reads a template identifier from a client, ours or the provider's; null when the text is neither. */
export function readTemplateId(text: string): { id: number } | { providerTemplateId: string } | null {
  const own = OWN_ID.exec(text);
  if (own) return { id: Number(own[1]) };
  return /^\d{1,40}$/.test(text) ? { providerTemplateId: text } : null;
}

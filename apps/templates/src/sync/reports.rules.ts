import type { TemplateReport } from '@chat/contracts/cloud-connector';
import type { TemplateStatus } from '@chat/contracts/templates';
import { categoryOf, reasonOf, statusOf } from '../drafts/status.rules';
import type { TemplateRow } from '../templates/template.row';

/**
 * Returns whether a report is about the template that now has its name. A late report may be about an earlier, deleted
 * template of the same name.
 */
export function isAbout(
  { state, provider_template_id: known }: Pick<TemplateRow, 'state' | 'provider_template_id'>,
  report: TemplateReport,
): boolean {
  const { kind, provider_template_id: named } = report;
  if (kind === 'missing') return false;
  // The first status of a template may arrive before the answer to its submission.
  if (state === 'submitting') return kind === 'status' && named !== null && !isDeletion(report);
  // A report from a refused send has no identifier and means the current template.
  return named === known || (named === null && !isDeletion(report));
}

/** Returns whether the provider reports that a template is deleted, which is its final status. */
export function isDeletion({ kind, value }: TemplateReport): boolean {
  return kind === 'status' && statusOf(value ?? '') === 'DELETED';
}

/** Returns the columns that a report sets on an existing template. */
export function saidOf(
  row: Pick<TemplateRow, 'category'>,
  { kind, value, reason }: TemplateReport,
): Partial<TemplateRow> {
  const word = value ?? '';
  if (kind === 'category') return { category: categoryOf(word, row.category) };
  const status = statusOf(word) as TemplateStatus;
  return {
    status,
    provider_status: word,
    rejection_reason: status === 'REJECTED' ? reasonOf(reason) : null,
  };
}

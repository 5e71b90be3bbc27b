import type { TemplateReport } from '@chat/contracts/cloud-connector';
import type { TemplateStatus } from '@chat/contracts/templates';
import { categoryOf, reasonOf, statusOf } from '../drafts/status.rules';
import type { TemplateRow } from '../templates/template.row';

/**
 * Whether a report is about the template that has its name by now. Late ones may be about an earlier template of the name,
 * which is deleted.
 */
export function isAbout(
  { state, provider_template_id: known }: Pick<TemplateRow, 'state' | 'provider_template_id'>,
  report: TemplateReport,
): boolean {
  const { kind, provider_template_id: named } = report;
  if (kind === 'missing') return false;
  // The first status of a template may be faster than the answer to its submission.
  if (state === 'submitting') return kind === 'status' && named !== null && !isDeletion(report);
  // Who was refused a send is told no identifier, and means the template that is there.
  return named === known || (named === null && !isDeletion(report));
}

/** Whether the provider says that a template is gone, which is the last of it. */
export function isDeletion({ kind, value }: TemplateReport): boolean {
  return kind === 'status' && statusOf(value ?? '') === 'DELETED';
}

/** What a report says of a template that is there. */
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

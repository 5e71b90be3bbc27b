import type { TemplateStatus } from '../api/templates';
import { readId, readOneOf } from '../ui/filters.rules';

export const statuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const;

/** Which templates are listed, as it stands in the address. */
export interface TemplateView {
  readonly status?: TemplateStatus;
  readonly channel?: number;
}

/** Reads it from an address that anyone may have written. */
export function readTemplateView(search: Record<string, unknown>): TemplateView {
  return { status: readOneOf(search['status'], statuses), channel: readId(search['channel']) };
}

/** What can be edited at the provider, as far as it can be written here. */
export function isEditable(template: {
  readonly status: TemplateStatus;
  readonly header_format: string;
  readonly header_text: string | null;
  readonly body: string | null;
}): boolean {
  const isNamed = /\{\{\s*[^{}\d\s][^{}]*\}\}/.test(`${template.header_text} ${template.body}`);
  return (
    ['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status) &&
    template.header_format !== 'LOCATION' &&
    !isNamed
  );
}

export const templateStatuses = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

/** How the review of a template ends, by the suffix of its name; null: it does not end by itself. */
export function reviewOf(name: string): { status: TemplateStatus; reason: string } | null {
  if (name.endsWith('_slow')) return null;
  if (name.endsWith('_reject')) return { status: 'REJECTED', reason: 'INVALID_FORMAT' };
  return { status: 'APPROVED', reason: 'NONE' };
}

export interface EditableTemplate {
  status: string;
  category: string;
  /** Number of edits in the last 24 hours, and in the last 30 days. */
  editsOfDay: number;
  editsOfMonth: number;
}

/** Returns why a template cannot be edited now, as a sentence; null when it can. */
export function editProblem(template: EditableTemplate, newCategory: string | undefined): string | null {
  const { status, editsOfDay, editsOfMonth } = template;
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(status)) {
    return 'Only approved, rejected and paused templates can be edited.';
  }
  if (status !== 'APPROVED') return null;
  if (newCategory !== undefined && newCategory !== template.category) {
    return 'The category of an approved template cannot be changed.';
  }
  if (editsOfDay >= 1 || editsOfMonth >= 10) {
    return 'An approved template can be edited once in 24 hours and ten times in 30 days.';
  }
  return null;
}

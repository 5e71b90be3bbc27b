import { templateCategories, type TemplateCategory, type TemplateStatus } from '@chat/contracts/templates';

/** The provider's words for statuses and events, and what they come to for those who send. */
const meanings: ReadonlyMap<string, TemplateStatus | 'DELETED'> = new Map([
  ['APPROVED', 'APPROVED'],
  ['PENDING', 'PENDING'],
  ['REJECTED', 'REJECTED'],
  ['PAUSED', 'PAUSED'],
  ['DISABLED', 'DISABLED'],
  ['IN_APPEAL', 'PENDING'],
  ['PENDING_DELETION', 'DISABLED'],
  ['DELETED', 'DELETED'],
  ['LIMIT_EXCEEDED', 'DISABLED'],
  ['ARCHIVED', 'DISABLED'],
  ['LOCKED', 'DISABLED'],
  // Its quality is low, and it may be paused next; until then it goes out.
  ['FLAGGED', 'APPROVED'],
  ['REINSTATED', 'APPROVED'],
  ['UNARCHIVED', 'APPROVED'],
  ['UNLOCKED', 'APPROVED'],
]);

/** What a word of the provider comes to. What nobody here knows cannot be relied on: it is not sent. */
export function statusOf(providerStatus: string): TemplateStatus | 'DELETED' {
  return meanings.get(providerStatus.toUpperCase()) ?? 'DISABLED';
}

/** The category by the provider's word; `known` where nobody here knows it. */
export function categoryOf(
  providerCategory: string,
  known: TemplateCategory = 'MARKETING',
): TemplateCategory {
  const word = providerCategory.toUpperCase();
  return templateCategories.find((category) => category === word) ?? known;
}

/** Why a template was rejected; null where the provider says nothing. */
export function reasonOf(reason: string | null): string | null {
  return reason === null || reason === '' || reason.toUpperCase() === 'NONE' ? null : reason;
}

/** Why a template with this status cannot be sent, in a word; null when it can. */
export function blockerOf(status: TemplateStatus): string | null {
  switch (status) {
    case 'APPROVED':
      return null;
    case 'PAUSED':
      return 'template_paused';
    case 'DISABLED':
      return 'template_disabled';
    case 'PENDING':
    case 'REJECTED':
      return 'template_not_approved';
  }
}

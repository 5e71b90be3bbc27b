import {
  templateCategories,
  type SendBlocker,
  type TemplateCategory,
  type TemplateStatus,
} from '@chat/contracts/templates';

/** Maps the provider's words for statuses and events to the status that senders see. */
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
  // Its quality is low and it may be paused next; until then it can be sent.
  ['FLAGGED', 'APPROVED'],
  ['REINSTATED', 'APPROVED'],
  ['UNARCHIVED', 'APPROVED'],
  ['UNLOCKED', 'APPROVED'],
]);

/** Returns the status for a word of the provider. Templates with an unknown word are not sent. */
export function statusOf(providerStatus: string): TemplateStatus | 'DELETED' {
  return meanings.get(providerStatus.toUpperCase()) ?? 'DISABLED';
}

/** Returns the category for a word of the provider; `known` for an unknown word. */
export function categoryOf(
  providerCategory: string,
  known: TemplateCategory = 'MARKETING',
): TemplateCategory {
  const word = providerCategory.toUpperCase();
  return templateCategories.find((category) => category === word) ?? known;
}

/** Returns why a template was rejected; null when the provider gives no reason. */
export function reasonOf(reason: string | null): string | null {
  return reason === null || reason === '' || reason.toUpperCase() === 'NONE' ? null : reason;
}

/** Returns the reason code for which a template with this status cannot be sent; null when it can. */
export function blockerOf(status: TemplateStatus): SendBlocker | null {
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

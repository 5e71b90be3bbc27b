import { notice } from '..';

/** Templates of the account changed, or their statuses: what is remembered of them is old. */
export const templatesChanged = notice('now.templates.template.changed');

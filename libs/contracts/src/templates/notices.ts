import { notice } from '..';

/** Templates of the account or their statuses changed: cached ones are stale. */
export const templatesChanged = notice('now.templates.template.changed');

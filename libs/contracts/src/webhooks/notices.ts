import { notice } from '..';

/** An endpoint of the account was registered, changed, disabled, enabled or deleted. */
export const endpointsChanged = notice('now.webhooks.endpoint.changed');

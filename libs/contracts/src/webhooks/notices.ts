import { notice } from '..';

/** An endpoint of the account was registered, changed, enabled or deleted. That one was disabled is an event. */
export const endpointsChanged = notice('now.webhooks.endpoint.changed');

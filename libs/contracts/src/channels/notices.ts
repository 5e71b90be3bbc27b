import { notice } from '..';

/** A channel of the account was created, deleted, or changed its number, status or default flag. */
export const channelsChanged = notice('now.channels.channel.changed');

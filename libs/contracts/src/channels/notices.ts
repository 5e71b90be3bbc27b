import { notice } from '..';

/** A channel of the account came, went, or is another by number, status or default. */
export const channelsChanged = notice('now.channels.channel.changed');

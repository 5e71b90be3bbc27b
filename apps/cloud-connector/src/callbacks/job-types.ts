import { jobType } from '@chat/service-kit';
import type { Entry } from '../envelopes/entry';

/** A message whose other party cannot be read, and its channel. */
interface Unreadable extends Omit<Entry, 'number'> {
  channelId: number;
  isEcho: boolean;
}

/**
 * A job that fails until a later version can read the message. It is given up after a few seconds, so that the admin tool
 * shows it among the dead jobs and can repeat it.
 */
export const unreadableMessage = jobType<Unreadable>('unreadable-message', { giveUpAfterMs: 0 });

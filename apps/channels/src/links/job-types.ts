import { jobType } from '@chat/service-kit';
import type { SessionMoment } from './connection.rules';

/** A refused link, identified by the session's moment when it reported that it is connected. */
interface RefusedLink extends SessionMoment {
  channelId: number;
}

/** Logs out a session whose phone has the number of another connected channel. */
export const logOutRefusedLink = jobType<RefusedLink>('log-out-refused-link');

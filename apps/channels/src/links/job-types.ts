import { jobType } from '@chat/jobs';
import type { SessionMoment } from './connection.rules';

/** Which link was refused: where its session's story stood when it said that it is connected. */
interface RefusedLink extends SessionMoment {
  channelId: number;
}

/** Another connected channel has the number of the phone that linked: the session must be logged out. */
export const logOutRefusedLink = jobType<RefusedLink>('log-out-refused-link');

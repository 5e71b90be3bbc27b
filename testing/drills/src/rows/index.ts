import { connectionsShort, postgresRestart, postgresSilent, streamFull } from './data';
import type { Drill } from './drill';
import { natsAway, natsPassword, natsUsersWrong } from './nats';
import { replicasGone, secondStart } from './processes';
import { secretKey } from './secret-key';

/** The drills, in the order of the report; a new one is one line here. */
export const drills: readonly Drill[] = [
  natsAway,
  natsUsersWrong,
  connectionsShort,
  streamFull,
  postgresRestart,
  postgresSilent,
  replicasGone,
  natsPassword,
  secretKey,
  secondStart,
];

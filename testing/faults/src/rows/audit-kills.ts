import { audited } from '../operations/audited';
import { atFailpoint } from './failpoints';
import type { FaultRow } from '../rounds/row';

const MOST_PASSES = 3;
const ROUNDS_OF_EACH = 3;

/** From the commit of an audited change to the acknowledgement of its entry, each point in turn. */
export const auditKills: FaultRow = {
  name: 'audit-kills',
  about: 'SIGKILL of each process between an audited change and its entry in the audit log',
  rounds: { quick: 1, full: audited.failpoints.length * ROUNDS_OF_EACH },
  isKill: true,
  choose: (turn, random) => {
    const points = audited.failpoints;
    return atFailpoint(points[turn % points.length]!, 'SIGKILL', random.between(0, MOST_PASSES));
  },
};

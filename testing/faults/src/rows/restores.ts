import { runRestore } from '../rounds/restore-round';
import type { FaultRow } from '../rounds/row';

/** Everything is destroyed except a backup from a moment before. */
export const restores: FaultRow = {
  name: 'restore',
  about: 'a backup under load, the loss of all disks and of NATS, and a restore elsewhere',
  rounds: { quick: 0, full: 2 },
  front: 'ingress',
  last: runRestore,
  choose: () => ({ name: 'from a backup under load', inflict: () => Promise.resolve() }),
};

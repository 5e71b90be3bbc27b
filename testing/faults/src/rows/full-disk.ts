import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRow } from '../rounds/row';

const FULL_MS = 4_000;

/** Postgres cannot write another page. It may exit, and is restarted when there is space again. */
export const fullDisks: FaultRow = {
  name: 'full-disk',
  about: 'the disk of Postgres is full for some seconds',
  rounds: { quick: 1, full: 4 },
  obstacle: ({ disk }) => (disk ? null : 'a disk of its own for Postgres needs the right to mount a tmpfs'),
  choose: () => ({
    name: `for ${FULL_MS} ms`,
    inflict: async ({ disk }) => {
      await disk?.fill();
      await delay(FULL_MS);
    },
  }),
};

import type { PlantedSuite } from '@chat/planted-bugs';

/** Enough rounds that each process is hit at the critical moment; slowness proves nothing. */
const hurtBy = (row: string) => ['--only', row, '--rounds', '6', '--seed', '1', '--bail', '--patient'];

/** The bugs that are planted in copies of the tree, one at a time, each with the row that must fail. */
export const plantedFaults: PlantedSuite = {
  folder: 'faults',
  bugs: [
    { name: 'ack-before-commit', args: hurtBy('kill-before-consumed') },
    { name: 'no-inbox', args: hurtBy('kill-before-ack') },
    { name: 'read-then-write', args: hurtBy('pause-before-outcome') },
    { name: 'send-before-record', args: hurtBy('kill-after-hand-over') },
    { name: 'cloud-send-before-record', args: hurtBy('kill-after-cloud-hand-over') },
    { name: 'callback-acknowledged-before-stored', args: hurtBy('kill-before-callback-stored') },
    { name: 'relay-that-skips', args: hurtBy('freeze-and-kill-nats') },
  ],
};

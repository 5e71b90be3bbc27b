import { join } from 'node:path';

/** A mistake that nobody may make unnoticed. */
export interface PlantedBug {
  /** Its patch has the same name. */
  readonly name: string;
  /** The folder of the package that the patch changes. */
  readonly package: string;
  /** The row that turns red with it. */
  readonly row: string;
}

export const plantedBugs: readonly PlantedBug[] = [
  { name: 'ack-before-commit', package: 'libs/bus', row: 'kill-before-consumed' },
  { name: 'no-inbox', package: 'libs/bus', row: 'kill-before-ack' },
  { name: 'read-then-write', package: 'apps/messaging', row: 'pause-before-outcome' },
  { name: 'send-before-record', package: 'apps/device-sessions', row: 'kill-after-hand-over' },
  { name: 'relay-that-skips', package: 'libs/bus', row: 'freeze-and-kill-nats' },
];

/** The root of this checkout, from the source as from the build. */
export const workspace = join(__dirname, '../../../..');

export function patchOf({ name }: PlantedBug): string {
  return join(workspace, 'tools/src/faults/planted/patches', `${name}.patch`);
}

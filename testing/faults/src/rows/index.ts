import { auditKills } from './audit-kills';
import { clocks } from './clocks';
import { failpointKills, failpointPauses } from './failpoints';
import { fullDisks } from './full-disk';
import { kills } from './kills';
import { mergeKills } from './merge-kills';
import { links } from './network';
import { contests, longPauses, pauses } from './pauses';
import { plantedRows } from './planted';
import { restarts } from './restarts';
import { restores } from './restores';
import {
  edgeRestarts,
  mixedReleases,
  postgresRestarts,
  rollbacks,
  rollingRestarts,
  upgrades,
} from './rolling-restarts';
import type { FaultRow } from '../rounds/row';
import { templateKills } from './template-kills';
import { wipedStores } from './wiped-store';

/** The rows of a run; a new row is one line here. */
export const rows: readonly FaultRow[] = [
  kills,
  failpointKills,
  templateKills,
  mergeKills,
  auditKills,
  failpointPauses,
  pauses,
  longPauses,
  contests,
  restarts,
  links,
  wipedStores,
  fullDisks,
  clocks,
  edgeRestarts,
  postgresRestarts,
  rollingRestarts,
  upgrades,
  rollbacks,
  mixedReleases,
  restores,
];

/** Includes the rows that only `--only` runs. */
export const allRows: readonly FaultRow[] = [...rows, ...plantedRows];

import { setTimeout as delay } from 'node:timers/promises';
import type { AlertFault } from './fault';
import { faults } from './faults';
import { Installation } from './installation';
import type { Outcome } from './report.rules';

export interface RunOptions {
  readonly quick: boolean;
  /** Only these alerts; all if empty. */
  readonly only: readonly string[];
}

/** How long an alert may take to fire, and to clear. The longest one fires after 90 seconds of failures. */
const PATIENCE_MS = 240_000;
const LOOK_EVERY_MS = 500;

export function selectedFaults({ quick, only }: RunOptions): AlertFault[] {
  return faults.filter(
    ({ alert, isQuick = false }) => (!quick || isQuick) && (only.length === 0 || only.includes(alert)),
  );
}

/** Causes one fault after another, and watches which alerts fire. */
export async function runAlerts(
  options: RunOptions,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Outcome[]> {
  say('Starting an installation and Prometheus');
  const installation = await Installation.start(options.quick);
  const outcomes: Outcome[] = [];
  try {
    for (const fault of selectedFaults(options)) {
      if (signal.aborted) break;
      say(`${fault.alert}: ${fault.fault}`);
      outcomes.push(await cause(fault, installation));
    }
  } finally {
    await installation.stop();
  }
  return outcomes;
}

async function cause(fault: AlertFault, installation: Installation): Promise<Outcome> {
  const { alert, alongside = [], lasts } = fault;
  const { monitor } = installation;
  const before = await quiet(installation, alert);
  const others = new Set<string>();
  const startedAt = performance.now();
  const sinceStart = () => performance.now() - startedAt;
  const watch = async (isOver: (firing: Set<string>) => boolean): Promise<number | null> => {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const firing = await monitor.firing();
      for (const name of firing) if (name !== alert && !before.has(name)) others.add(name);
      if (isOver(firing)) return sinceStart();
      if (performance.now() > giveUpAt) return null;
      await delay(LOOK_EVERY_MS);
    }
  };

  const end = await fault.begin(installation);
  const firedMs = await watch((firing) => firing.has(alert));
  const raised = [...others];
  await end();
  const clearedMs = lasts === undefined ? await watch((firing) => !firing.has(alert)) : null;
  const { fault: what } = fault;
  return { alert, fault: what, firedMs, clearedMs, lasts, raised, unexpected: raised.filter(isUnexpected) };

  function isUnexpected(name: string): boolean {
    return !alongside.includes(name) && !lasting.has(name);
  }
}

/** The alerts that remember faults for long, and may fire in the middle of a later one. */
const lasting = new Set(faults.filter(({ lasts }) => lasts !== undefined).map(({ alert }) => alert));

/** Waits until nothing fires but what lasts. @returns what fires nevertheless. */
async function quiet({ monitor }: Installation, alert: string): Promise<Set<string>> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const firing = await monitor.firing();
    const rest = [...firing].filter((name) => !lasting.has(name));
    if (rest.length === 0 && !firing.has(alert)) return firing;
    if (performance.now() > giveUpAt) throw new Error(`These alerts do not end: ${[...firing].join(', ')}.`);
    await delay(LOOK_EVERY_MS);
  }
}

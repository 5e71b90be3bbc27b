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
export async function* runAlerts(
  options: RunOptions,
  say: (line: string) => void,
  signal: AbortSignal,
): AsyncGenerator<Outcome, void> {
  say('Starting an installation and Prometheus');
  const installation = await Installation.start(options.quick);
  try {
    for (const fault of selectedFaults(options)) {
      if (signal.aborted) break;
      say(`Causing the fault of ${fault.alert}`);
      yield await cause(fault, installation, signal);
    }
  } finally {
    await installation.stop();
  }
}

async function cause(fault: AlertFault, installation: Installation, signal: AbortSignal): Promise<Outcome> {
  const { alert, alongside = [], lasts } = fault;
  const { monitor } = installation;
  const before = await quiet(installation, alert, signal);
  const others = new Set<string>();
  const startedAt = performance.now();
  const sinceStart = () => performance.now() - startedAt;
  const watch = async (isOver: (firing: Set<string>) => boolean): Promise<number | null> => {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const firing = await monitor.firing();
      for (const name of firing) if (name !== alert && !before.has(name)) others.add(name);
      if (isOver(firing)) return sinceStart();
      if (signal.aborted || performance.now() > giveUpAt) return null;
      await delay(LOOK_EVERY_MS);
    }
  };

  const end = await fault.begin(installation);
  // An alert that goes on from before proves nothing.
  const firedMs = await watch((firing) => firing.has(alert) && !before.has(alert));
  const raised = [...others];
  await end();
  const clearedMs = lasts === undefined ? await watch((firing) => !firing.has(alert)) : null;
  const unexpected = raised.filter((name) => !alongside.includes(name) && !mayFireAnyTime.has(name));
  return { alert, fault: fault.fault, firedMs, clearedMs, lasts, raised, unexpected };
}

/** Any fault that customers notice spends the budgets of the service levels, also some time after it. */
const budgetAlerts = ['ChatBudgetBurnsFast', 'ChatBudgetBurnsSlowly'];
/** They remember faults for long. */
const lasting = faults.filter((fault) => fault.lasts !== undefined).map(({ alert }) => alert);
/** No exporter reports on disks, certificates and backups here. */
const unwatched = 'ChatUnwatched';
const mayFireAnyTime: ReadonlySet<string> = new Set([...budgetAlerts, ...lasting, unwatched]);

/** Waits, not for ever, until nothing fires but what may fire at any time. @returns what fires. */
async function quiet({ monitor }: Installation, alert: string, signal: AbortSignal): Promise<Set<string>> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const firing = await monitor.firing();
    const rest = [...firing].filter((name) => !mayFireAnyTime.has(name));
    if (rest.length === 0 && !firing.has(alert)) return firing;
    if (signal.aborted || performance.now() > giveUpAt) return firing;
    await delay(LOOK_EVERY_MS);
  }
}

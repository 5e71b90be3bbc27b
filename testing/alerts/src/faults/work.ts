import { setTimeout as delay } from 'node:timers/promises';
import type { AlertFault } from '../fault';
import type { Installation } from '../installation';

/** The failures must fall into three different periods of ten minutes, which are shortened to 30 seconds. */
const FAILURES = 3;
const FAILURE_MS = 4_000;
const BETWEEN_FAILURES_MS = 40_000;

/** A job of this type whose time is up, and whose data cannot be read. @returns how to remove what became of it. */
async function addJob(on: Installation, schema: string, type: string): Promise<() => Promise<void>> {
  await on.stack.query(
    `INSERT INTO ${schema}.jobs (account_id, type, data, due_at, deadline, traceparent)
     VALUES (1, $1, 'no JSON', now(), now(), '')`,
    [type],
  );
  return async () => void (await on.stack.query(`DELETE FROM ${schema}.jobs WHERE type = $1`, [type]));
}

/** Faults of jobs and of background loops. */
export const workFaults: AlertFault[] = [
  {
    alert: 'ChatRareWorkFails',
    fault: 'the relay of an outbox fails three times, since its table is missing for a moment',
    lasts: 'it remembers the failures of four hours',
    begin: async (on) => {
      for (let failures = 1; ; failures += 1) {
        const restore = await on.loseTable('crm', 'outbox_relay');
        await delay(FAILURE_MS);
        await restore();
        if (failures === FAILURES) return () => Promise.resolve();
        await delay(BETWEEN_FAILURES_MS);
      }
    },
  },
  {
    alert: 'ChatBackgroundWorkFails',
    fault: 'the relay of an outbox fails all the time, since its table is missing',
    begin: (on) => on.loseTable('tickets', 'outbox_relay'),
  },
  {
    alert: 'ChatJobsLate',
    fault: 'a job of a type that this release does not know, as after a rollback',
    begin: (on) => addJob(on, 'crm', 'of-a-newer-release'),
  },
  {
    alert: 'ChatJobsGivenUp',
    fault: 'a job cannot succeed, and its time is up',
    begin: (on) => addJob(on, 'cloud_connector', 'troublesome-callback'),
  },
  {
    alert: 'ChatSamplesFail',
    fault: 'a sample cannot be taken, since a table is missing',
    begin: (on) => on.loseTable('crm', 'dead_letters'),
  },
];

import { serviceNames } from '@chat/contracts/table';
import type { AttackGroup } from '../attack';
import type { Marks } from '../world/marks';
import { memoryLimitOf } from '../world/memory-limits';

/** Checks what all other groups left behind; it runs last, with the marks of all of them. */
export const aftermath: AttackGroup = {
  name: 'aftermath',
  about:
    'no secret, number, name or message in any log, no secret in the audit log or an event, no logged error, and no process that exited, or had more memory than it may',
  attacks: async (world) => {
    const logs = await world.stack.readLogs();
    return [
      ...[...logs].flatMap(([file, text]) => [
        { name: `what ${file} holds`, run: () => Promise.resolve(world.marks.foundInLog(text, file)) },
        { name: `the errors in ${file}`, run: () => Promise.resolve(errorsIn(text)) },
      ]),
      ...tables.map(({ name, sql, find }) => ({
        name: `what ${name} holds`,
        run: async () => {
          const rows = await world.stack.query<{ text: string }>(sql);
          return find(world.marks, rows.map(({ text }) => text).join('\n'), name);
        },
      })),
      {
        name: 'the processes that were started',
        run: () => Promise.resolve(world.restarted.map((name) => `${name} was restarted.`)),
      },
      ...serviceNames.flatMap((service) =>
        world.stack.replicasOf(service).map((name) => ({
          name: `the memory of ${name}`,
          run: () => {
            const [peak, limit] = [world.peakMemory(name), memoryLimitOf(service)];
            return Promise.resolve(peak < limit ? [] : [`It had ${peak} MiB, and may have ${limit}.`]);
          },
        })),
      ),
    ];
  },
};

interface Table {
  readonly name: string;
  readonly sql: string;
  readonly find: (marks: Marks, text: string, name: string) => string[];
}

const anyMark: Table['find'] = (marks, text, name) => marks.foundInLog(text, name);
const secrets: Table['find'] = (marks, text, name) => marks.foundSecrets(text, name);

/** The audit log keeps names that an account gives, such as labels, and nothing else that is said; events have texts and numbers. */
const tables: readonly Table[] = [
  { name: 'the request log', sql: 'SELECT r::text AS text FROM gateway.requests r', find: anyMark },
  {
    name: 'the audit log',
    sql: `SELECT concat_ws(' ', action, actor_id, target, request_id, changed::text) AS text FROM gateway.audit_entries`,
    find: anyMark,
  },
  {
    name: 'what the audit log keeps of changes',
    sql: `SELECT concat(before, after) AS text FROM gateway.audit_entries WHERE before IS NOT NULL OR after IS NOT NULL`,
    find: secrets,
  },
  ...serviceNames.map((service) => ({
    name: `the events of ${service}`,
    sql: `SELECT document AS text FROM ${service.replaceAll('-', '_')}.outbox`,
    find: secrets,
  })),
];

/** A line that our log marks as an error, or the first line that Node writes when an exception ends a process. */
const ERROR_LINE = /"level":"(?:error|fatal)"|^(?:Uncaught )?\w*(?:Error|Exception)\b.*/;

/** What operators are told of: signed messages that name nobody are dead jobs, and the provider disconnected a number. */
const NEWS = /"jobType":"unreadable-(?:message|history)"|"msg":"a Cloud number is disconnected"/;

/** A connection that Postgres did not complete within eight seconds: the machine stood still, as a busy one may. */
const STANDSTILL =
  /"error":\{"name":"OutageError","message":"Connection terminated due to connection timeout"/;

/** Returns each kind of error once: input from clients must never cause one. */
function errorsIn(log: string): string[] {
  const lines = log.split('\n');
  const kinds = new Map<string, string>();
  lines.forEach((line, index) => {
    if (!ERROR_LINE.test(line) || NEWS.test(line) || STANDSTILL.test(line)) return;
    const kind = /"msg":"[^"]*"/.exec(line)?.[0] ?? line;
    kinds.set(kind, line.startsWith('{') ? line : lines.slice(index, index + 4).join(' '));
  });
  return [...kinds.values()].map((text) => text.slice(0, 900));
}

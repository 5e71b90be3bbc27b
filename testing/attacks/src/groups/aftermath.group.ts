import type { AttackGroup } from '../attack';

/** Checks what all other groups left behind; it runs last, with the marks of all of them. */
export const aftermath: AttackGroup = {
  name: 'aftermath',
  about: 'no secret, number, name or message in any log, no logged error, and no process that exited',
  attacks: async (world) => {
    const logs = await world.stack.readLogs();
    return [
      ...[...logs].flatMap(([file, text]) => [
        { name: `what ${file} holds`, run: () => Promise.resolve(world.marks.foundInLog(text, file)) },
        { name: `the errors in ${file}`, run: () => Promise.resolve(errorsIn(text)) },
      ]),
      {
        name: 'the processes that were started',
        run: () => Promise.resolve(world.restarted.map((name) => `${name} was restarted.`)),
      },
    ];
  },
};

/** A line that our log marks as an error, or the first line that Node writes when an exception ends a process. */
const ERROR_LINE = /"level":"(?:error|fatal)"|^(?:Uncaught )?\w*(?:Error|Exception)\b.*/;

/** What operators are told of: signed messages that name nobody are dead jobs, and the provider disconnected a number. */
const NEWS = /"jobType":"unreadable-(?:message|history)"|"msg":"a Cloud number is disconnected"/;

/** Returns each kind of error once: input from clients must never cause one. */
function errorsIn(log: string): string[] {
  const lines = log.split('\n');
  const kinds = new Map<string, string>();
  lines.forEach((line, index) => {
    if (!ERROR_LINE.test(line) || NEWS.test(line)) return;
    const kind = /"msg":"[^"]*"/.exec(line)?.[0] ?? line;
    kinds.set(kind, line.startsWith('{') ? line : lines.slice(index, index + 4).join(' '));
  });
  return [...kinds.values()].map((text) => text.slice(0, 900));
}

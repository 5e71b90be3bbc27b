import type { AttackGroup } from '../attack';

/** What all the others left behind: it runs as the last group, with the marks of all of them. */
export const aftermath: AttackGroup = {
  name: 'aftermath',
  about: 'no secret, number, name or message in any log, no error in them, and no process that died',
  attacks: async (world) => {
    const logs = await world.stack.readLogs();
    return [
      ...[...logs].flatMap(([file, text]) => [
        { name: `what ${file} holds`, run: () => Promise.resolve(world.marks.foundInLog(text, file)) },
        { name: `the errors in ${file}`, run: () => Promise.resolve(errorsIn(text)) },
      ]),
      {
        name: 'the processes that were started',
        run: () =>
          Promise.resolve(
            world.restarted.map((name) => `${name} is not the process any more that was started.`),
          ),
      },
    ];
  },
};

/** A line that our log calls an error, or the first of what Node writes when a process ends by an exception. */
const ERROR_LINE = /"level":"(?:error|fatal)"|^(?:Uncaught )?\w*(?:Error|Exception)\b.*/;

/** Each kind of error once: what a client sends is never a fault of ours. */
function errorsIn(log: string): string[] {
  const lines = log.split('\n');
  const kinds = new Map<string, string>();
  lines.forEach((line, index) => {
    if (!ERROR_LINE.test(line)) return;
    const kind = /"msg":"[^"]*"/.exec(line)?.[0] ?? line;
    kinds.set(kind, line.startsWith('{') ? line : lines.slice(index, index + 4).join(' '));
  });
  return [...kinds.values()].map((text) => text.slice(0, 900));
}

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

/** Each kind of error once: what a client sends is never a fault of ours. */
function errorsIn(log: string): string[] {
  const errors = log
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"|^\s+at .+:\d+:\d+\)?$/.test(line));
  const kinds = new Map(errors.map((line) => [/"msg":"[^"]*"/.exec(line)?.[0] ?? 'a stack', line]));
  return [...kinds.values()].map((line) => line.slice(0, 600));
}

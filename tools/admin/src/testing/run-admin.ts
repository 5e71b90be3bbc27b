import { Command } from 'commander';

/** Runs an admin command inside a spec. @returns its output and exit code. */
export async function runAdmin(addCommands: (program: Command) => void, words: string[]) {
  const program = new Command().exitOverride();
  addCommands(program);
  const out = jest.spyOn(console, 'log').mockReturnValue();
  const err = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    process.exitCode = undefined;
    await program.parseAsync(words, { from: 'user' });
    const text = (spy: { mock: { calls: unknown[][] } }) => spy.mock.calls.map(([line]) => line).join('\n');
    return { stdout: text(out), stderr: text(err), exitCode: process.exitCode ?? 0 };
  } finally {
    process.exitCode = undefined;
    out.mockRestore();
    err.mockRestore();
  }
}

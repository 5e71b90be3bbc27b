/**
 * Keeps this process from writing what its libraries have in their hands: libsignal prints sessions with their private
 * keys, and errors of the library carry whole stanzas. Our own log does not use the console. To be imported before the
 * libraries.
 */
import { describeError } from '@chat/errors';

const nothing = () => undefined;

for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
  console[method] = nothing;

// Node would print the members of the error, too.
process.on('uncaughtException', (error) => {
  const line = { level: 'fatal', msg: 'an error was caught by nobody', error: describeError(error) };
  process.stderr.write(`${JSON.stringify(line)}\n`, () => process.exit(1));
});

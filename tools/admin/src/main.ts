import { CommanderError } from 'commander';
import { explain } from './explain';
import { adminProgram } from './program';

adminProgram()
  .parseAsync()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      // The open connection to a server that never answered would keep this process running.
      process.stderr.write(`${explain(error)}\n`, () => process.exit(1));
    }
  });

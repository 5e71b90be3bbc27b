/**
 * The entry point of our commands (`npm start`, `npm test`, …). Reports a Node version that is too old, which would
 * otherwise fail inside some package. An old Node must be able to parse this file: no newer syntax and no static imports.
 */

// We load ES modules with `require`, which Node 21 and the first releases of 22 do not support either.
if (!process.features.require_module) {
  process.stderr.write(
    `This is Node ${process.versions.node}. Install Node 24, or 22.12 or later; 20.19 or later still runs.\n`,
  );
  process.exit(1);
}
import('./run-command.mjs');

/**
 * The first file of each of our commands (`npm start`, `npm test`, …). On a Node that is too old, it says so, and nothing
 * fails later inside a package. Such a Node has to read it whole: hence no newer syntax here, and no import of what it lacks.
 */

// ES modules that we load with `require` are what needs it: Node 21 and the first releases of 22 refuse that, too.
if (!process.features.require_module) {
  process.stderr.write(
    `This is Node ${process.versions.node}. Install Node 22.12 or later, or 20.19 or a later release of 20.\n`,
  );
  process.exit(1);
}
import('./run-command.mjs');

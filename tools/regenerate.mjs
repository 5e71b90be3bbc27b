/**
 * Writes everything that is generated from the code: `npm run regenerate`. The specs that compare what is committed with what
 * the code would print also write it.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const GENERATED = {
  // The OpenAPI and AsyncAPI documents, the client, the users of NATS.
  unit: ['libs/contracts', 'libs/client', 'testing/deployment'],
  // The schemas of the databases, and the page with an example of each event; both need a Postgres.
  integration: ['testing/deployment/src/schemas', 'apps/webhooks/src/deliveries/event-examples'],
};

for (const [project, paths] of Object.entries(GENERATED)) {
  const args = [join(root, 'node_modules/jest/bin/jest.js'), '--selectProjects', project, '--', ...paths];
  const env = { ...process.env, UPDATE_SCHEMAS: '1' };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  // The rest is written even if a spec beside these fails.
  if (status !== 0) process.exitCode = status ?? 1;
}

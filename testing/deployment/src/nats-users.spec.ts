import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { natsUsers } from '@chat/bus/users';
import { readCompose, root } from './testing/manifests';

const variables = Object.entries(natsUsers.passwordVariables);

/** `UPDATE_SCHEMAS=1 npx jest testing/deployment` regenerates the file. */
it('k8s/data/users.conf has the users derived from the contracts', () => {
  const file = join(root, 'k8s/data/users.conf');
  const printed = `# Printed from the contracts (npm run -s admin -- nats-config). Do not edit.\n${natsUsers.configuration}`;
  if (process.env.UPDATE_SCHEMAS) writeFileSync(file, printed);
  expect(readFileSync(file, 'utf8')).toBe(printed);
});

it('the values of the chart give NATS the password of each user', () => {
  const values = parse(readFileSync(join(root, 'k8s/data/nats-values.yaml'), 'utf8')) as {
    container: { env: Record<string, { valueFrom: { secretKeyRef: { name: string; key: string } } }> };
  };
  expect(values.container.env).toEqual(
    Object.fromEntries(
      variables.map(([user, variable]) => [
        variable,
        { valueFrom: { secretKeyRef: { name: 'nats-passwords', key: user } } },
      ]),
    ),
  );
});

it('compose.yaml gives NATS the password of each user', () => {
  const { services } = readCompose();
  expect(Object.keys(services.nats!.environment!).sort()).toEqual(variables.map(([, name]) => name).sort());
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groups } from './groups';

const ROOT = join(__dirname, '../../..');

/** The servers that strangers can reach, each with some of the groups that attack it. */
const attacked: Readonly<Record<string, readonly string[]>> = {
  'apps/cloud-connector/src/callbacks/callback-server.ts': [
    ...['callbacks', 'callback-crowds', 'callback-members', 'callback-shapes'],
  ],
  'apps/gateway/src/server/http-server.ts': ['credentials', 'protocol', 'oauth-flow', 'crowds'],
};

function serversOf(app: string): string[] {
  const folder = join('apps', app, 'src');
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts') && !file.includes('testing/'))
    .map((file) => join(folder, file))
    .filter((file) =>
      /new HttpEdge\(|\bcreateServer\(|\bfastify\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
}

describe('the ports of the product', () => {
  const apps = readdirSync(join(ROOT, 'apps'));

  it('are all attacked', () => {
    expect(apps.flatMap(serversOf).toSorted()).toEqual(Object.keys(attacked));
  });

  it.each(Object.values(attacked).flat())('are attacked by the existing group %s', (name) => {
    expect(groups.map((group) => group.name)).toContain(name);
  });
});

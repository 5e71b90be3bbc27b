import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@chat/standalone';
import { policiesOf, subjectsOf } from './testing/manifest';
import { describeWithKubectl, overlays, readCompose, render, root } from './testing/manifests';
import { outsideCallers } from './testing/security.rules';

/** Packages through which a service makes calls to the outside. */
const clients = ['@chat/outbound', 'undici', 'ws'];

function dependenciesOf(service: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'apps', service, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(manifest.dependencies);
}

const callers = services
  .map(({ name }) => name)
  .filter((name) => clients.some((client) => dependenciesOf(name).includes(client)));
const mediaKeepers = services
  .map(({ name }) => name)
  .filter((name) => dependenciesOf(name).includes('@chat/media'));

it('outsideCallers lists exactly the services whose code has an HTTP or WebSocket client', () => {
  const names: string[] = services.map(({ name }) => name);
  expect(Object.keys(outsideCallers).filter((name) => names.includes(name))).toEqual(callers.sort());
});

describeWithKubectl.each(overlays)('the policies of the overlay %s', (overlay) => {
  const allowed = (name: string) =>
    policiesOf(render(`overlays/${overlay}`))
      .filter(({ metadata }) => metadata.name === name)
      .flatMap((policy) => subjectsOf(policy) ?? []);

  it('allow every outside caller out', () => {
    expect([...allowed('providers'), ...allowed('urls-of-users')].sort()).toEqual(callers.sort());
  });

  it('allow services that store media to reach the store', () => {
    expect(allowed('media-store').sort()).toEqual(mediaKeepers.sort());
  });
});

describe('the networks of compose.yaml', () => {
  const { services: composed } = readCompose();
  const on = (network: string) =>
    Object.entries(composed)
      .filter(([, { networks = [] }]) => networks.includes(network))
      .map(([name]) => name);

  it('allow only outside callers out', () => {
    expect(on('outside').sort()).toEqual(callers.sort());
  });

  it('allow only the gateway in besides them', () => {
    expect(on('edge')).toEqual(['gateway']);
  });
});

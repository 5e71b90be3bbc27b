import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../services';
import { policiesOf, subjectsOf } from '../testing/manifest';
import { describeWithKubectl, overlays, readCompose, render, root } from '../testing/manifests';
import { outsideCallers } from '../testing/security.rules';

/** Packages by which a service calls something outside. */
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
  .filter((name) => dependenciesOf(name).includes('@chat/blob-store'));

it('counts as callers of the outside those services whose code has a client for it', () => {
  expect(Object.keys(outsideCallers).sort()).toEqual(callers.sort());
});

describeWithKubectl.each(overlays)('the policies of the overlay %s', (overlay) => {
  const allowed = (name: string) =>
    policiesOf(render(`overlays/${overlay}`))
      .filter(({ metadata }) => metadata.name === name)
      .flatMap((policy) => subjectsOf(policy) ?? []);

  it('let every caller out', () => {
    expect([...allowed('providers'), ...allowed('urls-of-users')].sort()).toEqual(callers.sort());
  });

  it('let those that keep media reach the store', () => {
    expect(allowed('media-store').sort()).toEqual(mediaKeepers.sort());
  });
});

describe('the networks of compose.yaml', () => {
  const { services: composed } = readCompose();
  const on = (network: string) =>
    Object.entries(composed)
      .filter(([, { networks = [] }]) => networks.includes(network))
      .map(([name]) => name);

  it('let callers out and nobody else', () => {
    expect(on('outside').sort()).toEqual(callers.sort());
  });

  it('let nothing but the gateway in beside them', () => {
    expect(on('edge')).toEqual(['gateway']);
  });
});

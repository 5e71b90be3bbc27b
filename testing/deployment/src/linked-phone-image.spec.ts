import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { workloadsOf, type Manifest } from './testing/manifest';
import {
  describeWithKubectl,
  overlays,
  readCompose,
  render,
  renderWithComponent,
  root,
} from './testing/manifests';
import { securityRules } from './testing/security.rules';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rulesOf = (path: string) =>
  read(path)
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line));

describe('the image with the engine of real phones', () => {
  const dockerfile = read('docker/linked-phone.Dockerfile');
  const stages = dockerfile.split(/^FROM /m).slice(1);

  it('is that of the service, and has the engine in addition, with its licence', () => {
    expect(stages.at(-1)).toMatch(/^\$\{SERVICE_IMAGE\}\n/);
    expect(dockerfile).toContain('ARG SERVICE_IMAGE=chat-api/device-sessions\n');
    expect(stages.at(-1)).toMatch(/^COPY engines\/linked-phone\/LICENSE /m);
  });

  it('starts with that engine, by a program that there is', () => {
    const [, program = ''] = /^CMD \["dist\/(.+)\.js"\]$/m.exec(stages.at(-1)!) ?? [];
    expect(existsSync(join(root, `engines/linked-phone/src/${program}.ts`))).toBe(true);
    expect(stages.at(-1)).toMatch(/^ENV DEVICE_ENGINE=baileys$/m);
  });

  it('has no network for tests, and leaves out files that there are', () => {
    const [, list = ''] = /rm -r ([^\\\n]+)/.exec(dockerfile) ?? [];
    const left = list.trim().split(' ');
    expect(left).toEqual(expect.arrayContaining(['network', 'control', 'phone-network.js']));
    const sources = left.map((file) => join(root, 'engines/linked-phone/src', file.replace(/\.js$/, '.ts')));
    expect(sources.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('is built from what the other images see, and from the engines', () => {
    const seen = rulesOf('docker/linked-phone.Dockerfile.dockerignore');
    expect(seen.filter((rule) => rule !== '!engines')).toEqual(rulesOf('.dockerignore'));
    expect(seen).toContain('!engines');
  });

  it('is what Compose runs on request, on the real network', () => {
    const { services } = parse(read('docker/linked-phone.compose.yaml')) as ReturnType<typeof readCompose>;
    expect(Object.keys(services)).toEqual(['device-sessions']);
    const { image, environment, build } = services['device-sessions']!;
    expect(image).toMatch(/^chat-api\/device-sessions-linked:/);
    expect(environment).toMatchObject({ DEVICE_NETWORK_URL: '' });
    expect(build!.args.SERVICE_IMAGE).toBe('chat-api/device-sessions:${VERSION:-dev}');
    expect(JSON.stringify(readCompose())).not.toContain('linked');
  });
});

describeWithKubectl.each(overlays)('the overlay %s with the component of real phones', (overlay) => {
  const deviceSessions = (manifests: Manifest[]) =>
    workloadsOf(manifests).find(({ metadata }) => metadata.name === 'device-sessions')!;

  it('runs that image, without the address of another network', () => {
    const [container] = deviceSessions(renderWithComponent(overlay, 'linked-phone')).spec.template.spec
      .containers;
    expect(container!.image).toMatch(/\/device-sessions-linked:\d+\.\d+\.\d+$/);
    const names = container!.env!.map(({ name }) => name);
    expect(names).toContain('BLOB_S3_BUCKET');
    expect(names).not.toContain('DEVICE_NETWORK_URL');
  });

  it('changes nothing else, and keeps every rule', () => {
    const [before, after] = [render(`overlays/${overlay}`), renderWithComponent(overlay, 'linked-phone')];
    const others = (manifests: Manifest[]) =>
      manifests.filter((manifest) => manifest !== deviceSessions(manifests));
    expect(others(after)).toEqual(others(before));
    expect(securityRules.flatMap((rule) => rule.violations(after))).toEqual([]);
  });

  it('is the only way to that image', () => {
    expect(JSON.stringify(render(`overlays/${overlay}`))).not.toContain('linked');
  });
});

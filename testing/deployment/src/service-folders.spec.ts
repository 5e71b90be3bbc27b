import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@chat/standalone';
import type { Manifest } from './testing/manifest';
import { describeWithKubectl, overlays, render, renderAnew, root } from './testing/manifests';

interface Role extends Manifest {
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

const names = services.map(({ name }) => name);
const nameOf = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;
/** As the API server names the kinds of objects that a service has. */
const resourceOf = ({ apiVersion, kind }: Manifest) => ({
  group: apiVersion.includes('/') ? apiVersion.split('/')[0]! : '',
  resource: `${kind.toLowerCase()}s`.replace(/ys$/, 'ies'),
});

describeWithKubectl.each(overlays)('the folders of the overlay %s', (overlay) => {
  const ofService = (name: string) => render(`overlays/${overlay}/${name}`);

  it.each(names)('have nothing of others in that of %s', (name) => {
    const manifests = ofService(name);
    expect(manifests.length).toBeGreaterThanOrEqual(3);
    expect(new Set(manifests.map(({ metadata }) => metadata.name))).toEqual(new Set([name]));
  });

  it('are together, with the platform, what the overlay applies', () => {
    const parts = [...render('platform'), ...names.flatMap(ofService)];
    const byName = (manifests: Manifest[]) => new Map(manifests.map((one) => [nameOf(one), one]));
    expect(byName(parts)).toEqual(byName(render(`overlays/${overlay}`)));
    expect(byName(parts).size).toBe(parts.length);
  });

  it('let one service have another version, while all others stay as they are', () => {
    const folder = mkdtempSync(join(tmpdir(), 'one-service-'));
    try {
      cpSync(join(root, 'k8s'), folder, { recursive: true });
      const file = join(folder, 'overlays', overlay, 'crm/kustomization.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('newTag: 0.2.0', 'newTag: 9.9.9'));
      const before = new Map(render(`overlays/${overlay}`).map((one) => [nameOf(one), JSON.stringify(one)]));
      const changed = renderAnew(join(folder, 'overlays', overlay)).filter(
        (one) => before.get(nameOf(one)) !== JSON.stringify(one),
      );
      expect(changed.map(nameOf)).toEqual(['Deployment/crm']);
      expect(JSON.stringify(changed)).toContain('chat-api/crm:9.9.9');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(names)('may be applied by those who deploy %s, and no other', (name) => {
    const roles = render('platform').filter(({ kind }) => kind === 'Role') as Role[];
    const { rules } = roles.find(({ metadata }) => metadata.name === `deploy-${name}`)!;
    const mayApply = (manifest: Manifest) => {
      const { group, resource } = resourceOf(manifest);
      return rules.some(
        ({ apiGroups, resources, resourceNames = [], verbs }) =>
          apiGroups.includes(group) &&
          resources.includes(resource) &&
          resourceNames.includes(manifest.metadata.name) &&
          ['get', 'patch'].every((verb) => verbs.includes(verb)),
      );
    };
    const allowed = render(`overlays/${overlay}`).filter(mayApply);
    expect(allowed.map(nameOf).sort()).toEqual(ofService(name).map(nameOf).sort());
    const writes = rules.filter(({ verbs }) =>
      verbs.some((verb) => !['get', 'list', 'watch'].includes(verb)),
    );
    expect(writes.filter(({ resourceNames = [] }) => resourceNames.length === 0)).toEqual([]);
  });
});

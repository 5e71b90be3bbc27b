import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { violationsOf } from './testing/kubernetes-schema';
import { jobsOf, type Manifest } from './testing/manifest';
import { describeWithKubectl, overlays, render, renderWithComponent, root } from './testing/manifests';
import { securityRules } from './testing/security.rules';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describeWithKubectl.each(overlays)('the overlay %s with backups', (overlay) => {
  let manifests: Manifest[];
  const rendered = () => structuredClone(manifests);
  const jobs = () => jobsOf(rendered());

  beforeAll(() => {
    manifests = renderWithComponent(overlay, 'backup');
  });

  it('has objects of the published schemas, and changes none of the others', async () => {
    const names = new Set(render(`overlays/${overlay}`).map((one) => JSON.stringify(one)));
    const added = rendered().filter((one) => !names.has(JSON.stringify(one)));
    expect(added.map(({ kind, metadata }) => `${kind}/${metadata.name}`).sort()).toEqual([
      'CronJob/backup',
      'CronJob/restore-test',
      'NetworkPolicy/backup-stores',
    ]);
    expect((await Promise.all(added.map(violationsOf))).flat()).toEqual([]);
  });

  it.each(securityRules)('keeps the rule: $name', (rule) => {
    expect(rule.violations(rendered())).toEqual([]);
  });

  it('judges the pods of jobs by the rules of pods', () => {
    const changed = rendered();
    for (const { spec } of jobsOf(changed)) {
      spec.template.spec.securityContext!.runAsUser = 0;
      spec.template.spec.containers[0]!.securityContext!.readOnlyRootFilesystem = false;
    }
    const broken = securityRules.filter((rule) => rule.violations(changed).length > 0);
    expect(broken.map(({ name }) => name)).toEqual([
      'pods run as a user other than root, by its number',
      'containers cannot write to their root',
    ]);
  });

  it('runs scripts that are in the image, each by the alerts that watch its job', () => {
    const alerts = read('observability/prometheus/alerts.yml');
    const image = read('docker/backup.Dockerfile');
    expect(image).toMatch(/^COPY backup \/app\/backup$/m);
    for (const { metadata, spec } of jobs()) {
      expect(read(spec.template.spec.containers[0]!.command![0]!)).toMatch(/^#!\/bin\/bash\n/);
      expect(alerts).toContain(`namespace="${metadata.namespace}", cronjob="${metadata.name}"`);
    }
  });

  it('runs as the user that the image has', () => {
    const users = jobs().map(({ spec }) => spec.template.spec.securityContext!.runAsUser);
    expect(read('docker/backup.Dockerfile')).toContain(`useradd --uid ${users[0]} `);
    expect(new Set(users).size).toBe(1);
  });

  it('reads the database by a role that writes nothing', () => {
    const env = jobs().flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ env = [] }) => env));
    const role = env.find(({ name }) => name === 'PGUSER')!.value!;
    const [cluster] = parseAllDocuments(read('k8s/data/postgres.yaml')).map((one) => one.toJS() as Manifest);
    const { roles } = (cluster!.spec as { managed: { roles: { name: string; inRoles: string[] }[] } })
      .managed;
    expect(roles.find(({ name }) => name === role)!.inRoles).toEqual(['pg_read_all_data']);
  });
});

describe('the physical backups of the operator of Postgres', () => {
  it('have a schedule of the published schema, for the cluster that there is', async () => {
    const manifests = parseAllDocuments(read('k8s/data/postgres-backups.yaml')).map(
      (one) => one.toJS() as Manifest,
    );
    const schedule = manifests.find(({ kind }) => kind === 'ScheduledBackup')!;
    expect(await violationsOf(schedule)).toEqual([]);
    const { name } = (schedule.spec as { cluster: { name: string } }).cluster;
    expect(read('k8s/data/postgres.yaml')).toContain(`  name: ${name}\n`);
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { services } from '@chat/standalone';
import { root } from './testing/manifests';

const SCHEMA = 'apps/crm/src/database/schema.sql';
const RELEASES = '| release | commit | date |\n| --- | --- | --- |\n';

/** A repository of Git with files of ours and of the spec. */
class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), 'release-'));

  constructor() {
    this.git('init', '--quiet');
    this.git('config', 'user.email', 'ada@example.com');
    this.git('config', 'user.name', 'Ada');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  copy(...paths: string[]): void {
    for (const path of paths) cpSync(join(root, path), join(this.folder, path), { recursive: true });
  }

  commit(): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'A commit');
    return this.git('rev-parse', 'HEAD');
  }

  run(file: string, args: string[], env: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync(file, args, {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return { status, stdout, stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

describe('the notes of a release', () => {
  let repository: Repository;
  const notes = (...args: string[]) => {
    const script = join(root, 'tools/release-notes.mjs');
    const { status, stdout, stderr } = repository.run(process.execPath, [script, ...args]);
    return { status, text: stdout + stderr };
  };
  const table = (name: string, columns: string) => `TABLE crm.${name} (\n${columns}\n);\n`;

  beforeAll(() => {
    repository = new Repository();
    repository.write(
      SCHEMA,
      table('contacts', '  id bigint NOT NULL') + 'CREATE INDEX old ON crm.contacts USING btree (id);\n',
    );
    repository.write('docs/releases.md', RELEASES);
    const first = repository.commit();
    repository.write(
      SCHEMA,
      [
        table('contacts', "  id bigint NOT NULL,\n  size bigint NOT NULL DEFAULT '0'"),
        table('lists', '  id bigint NOT NULL'),
        'CREATE INDEX old ON crm.contacts USING btree (id);\n',
        'CREATE INDEX large ON crm.contacts USING btree (size) WHERE (size > 0);\n',
        'CREATE INDEX small ON crm.contacts USING btree (id DESC);\n',
        'CREATE INDEX of_lists ON crm.lists USING btree (id);\n',
      ].join(''),
    );
    repository.write(
      'apps/crm/src/database/migrations/1-size.ts',
      'CREATE INDEX IF NOT EXISTS large ON …; CREATE INDEX small ON …; CREATE INDEX IF NOT EXISTS of_lists ON …',
    );
    const log =
      '# Changelog\n\n## Unreleased\n\n- Later.\n\n## 0.2.0 (2026-11-27)\n\n- Lists.\n\n## 0.1.0 (2026-11-26)\n\n- First.\n';
    repository.write('CHANGELOG.md', log);
    const second = repository.commit();
    repository.write(
      'docs/releases.md',
      `${RELEASES}| v0.1.0  | \`${first}\` | a |\n| v0.2.0  | \`${second}\` | b |\n`,
    );
  });

  afterAll(() => repository.remove());

  it('are its section of the changelog, and the indexes that a large installation builds before the upgrade', () => {
    expect(notes('0.2.0')).toEqual({
      status: 0,
      text: `# 0.2.0 (2026-11-27)

- Lists.

## Upgrade

Upgrade from 0.1.0, and from no other release (docs/operations.md#upgrade).

A large installation runs this before, as the owners of the tables; a small one need not:

\`\`\`sql
ALTER TABLE crm.contacts ADD COLUMN IF NOT EXISTS size bigint NOT NULL DEFAULT '0';
CREATE INDEX CONCURRENTLY IF NOT EXISTS large ON crm.contacts USING btree (size) WHERE (size > 0);
\`\`\`
`,
    });
  });

  it('need neither statements nor a version', () => {
    expect(notes().text).toBe(
      '# Unreleased\n\n- Later.\n\n## Upgrade\n\nUpgrade from 0.2.0, and from no other release (docs/operations.md#upgrade).\n',
    );
  });

  it.each([
    ['0.9.0', 'CHANGELOG.md has no section 0.9.0.\n'],
    ['0.1.0', 'docs/releases.md has no release before 0.1.0.\n'],
  ])('are refused for %s', (version, text) => {
    expect(notes(version)).toEqual({ status: 1, text });
  });
});

describe('docker/release-images.sh', () => {
  let repository: Repository;
  const release = () =>
    repository.run('docker/release-images.sh', ['registry.example.com/chat-api', 'k8s/overlays/production'], {
      ENGINE: './engine',
      DIGEST_COMMAND: './digest',
    });
  const program = (path: string, text: string) => {
    repository.write(path, `#!/bin/sh\n${text}\n`);
    chmodSync(join(repository.folder, path), 0o755);
  };

  beforeAll(() => {
    repository = new Repository();
    repository.copy('docker', 'k8s', 'package.json');
    repository.write('.gitignore', 'node_modules\ncommands\n');
    symlinkSync(join(root, 'node_modules'), join(repository.folder, 'node_modules'));
    program('engine', 'echo "$@" >> commands');
    program('digest', 'printf "sha256:%s\\n" "$(printf %s "$1" | sha256sum | cut -c1-64)"');
    repository.commit();
  });

  afterAll(() => repository.remove());

  it('refuses a commit without the tag of its version, and a checkout with changes', () => {
    expect(release()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/is not tagged v\d/) as string,
    });
    repository.write('changed', '');
    expect(release()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Release from a clean clone') as string,
    });
    rmSync(join(repository.folder, 'changed'));
  });

  it('builds and pushes every image of the release with its commit, and pins the manifests to them', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    repository.git('tag', '--annotate', `v${version}`, '--message', 'notes');
    expect(release()).toMatchObject({ status: 0 });
    const commands = readFileSync(join(repository.folder, 'commands'), 'utf8').trim().split('\n');
    const images = [...services.map(({ name }) => name), 'standalone', 'admin', 'backup'];
    const pushed = commands.filter((one) => one.startsWith('push')).map((one) => one.split(' ')[1]);
    expect(pushed.sort()).toEqual(
      images.map((name) => `registry.example.com/chat-api/${name}:${version}`).sort(),
    );
    const builds = commands.filter((one) => one.startsWith('build'));
    const revision = repository.git('rev-parse', 'HEAD');
    expect(builds).toHaveLength(images.length);
    for (const build of builds) expect(build).toContain(`--build-arg REVISION=${revision}`);
    expect(builds.find((build) => build.includes('/admin:'))).toContain('APP=tools/admin');
    const pinned = repository.git('diff', '--name-only').split('\n');
    expect(pinned).toHaveLength(services.length + 1);
    expect(pinned).toContain('k8s/components/backup/kustomization.yaml');
    expect(repository.git('diff')).toMatch(/digest: sha256:[0-9a-f]{64}/);
  });
});

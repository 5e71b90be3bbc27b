import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@chat/standalone';
import { hasProgram } from '@chat/test-kit/programs';
import { root } from './testing/manifests';

const UNIT = join(root, 'systemd/chat-api@.service');
/** Of 100: a plain service has some 96, and 20 is what systemd calls OK. */
const EXPOSURE = '20';
const describeWithSystemd = hasProgram('systemd-analyze') ? describe : describe.skip;

describe('the unit of services', () => {
  it('runs what each service is built to', () => {
    const [, entry = ''] = /^ExecStart=\S+ (\S+)$/m.exec(readFileSync(UNIT, 'utf8'))!;
    for (const { name } of services) {
      const [app, main] = entry.replace('%i', name).split('/dist/');
      expect(existsSync(join(root, app!, 'src', main!.replace('.js', '.ts')))).toBe(true);
    }
  });

  it('gives a process the time that Kubernetes gives it', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(UNIT, 'utf8'))!;
    const pod = readFileSync(join(root, 'k8s/components/service/every-pod.patch.yaml'), 'utf8');
    expect(pod).toContain(`terminationGracePeriodSeconds: ${seconds}\n`);
  });
});

describe('the units of backups', () => {
  const unit = (name: string) => readFileSync(join(root, 'systemd', name), 'utf8');

  it.each(['backup', 'restore-test'])(
    'run a script that there is, by a timer of the same name: %s',
    (job) => {
      const [, script = ''] = /^ExecStart=\/opt\/chat-api\/(\S+)$/m.exec(unit(`chat-api-${job}.service`))!;
      expect(statSync(join(root, script)).mode & 0o111).toBe(0o111);
      expect(unit(`chat-api-${job}.timer`)).toMatch(/^OnCalendar=/m);
    },
  );
});

describeWithSystemd('the units of systemd, judged by systemd', () => {
  let folder: string;
  const analyze = (file: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, join(folder, file)], {
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'systemd-'));
    cpSync(join(root, 'systemd'), folder, { recursive: true });
    copyFileSync(UNIT, join(folder, 'chat-api@crm.service'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    'chat-api@crm.service',
    'chat-api-backup.service',
    'chat-api-backup.timer',
    'chat-api-restore-test.service',
    'chat-api-restore-test.timer',
  ])('have no mistake: %s', (file) => {
    // They are judged on a machine where what they start may be elsewhere.
    const { text } = analyze(file, 'verify');
    expect(text.replace(/^.*(\/usr\/bin\/node|\/opt\/chat-api\/\S+) is not executable.*$/gm, '').trim()).toBe(
      '',
    );
  });

  it.each(['chat-api@crm.service', 'chat-api-backup.service', 'chat-api-restore-test.service'])(
    'can do little beside their work: %s',
    (file) => {
      expect(analyze(file, 'security', '--offline=true', `--threshold=${EXPOSURE}`)).toMatchObject({
        status: 0,
      });
    },
  );
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@chat/standalone';
import { hasProgram } from '@chat/test-kit/programs';
import { root } from './testing/manifests';

const UNIT = join(root, 'systemd/chat-api@.service');
/** Of 100: a plain service has some 96, and 20 is what systemd calls OK. */
const EXPOSURE = '20';
const describeWithSystemd = hasProgram('systemd-analyze') ? describe : describe.skip;

describe('the unit of systemd', () => {
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

describeWithSystemd('the unit of systemd, judged by systemd', () => {
  let folder: string;
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      [...args, join(folder, 'chat-api@crm.service')],
      {
        encoding: 'utf8',
      },
    );
    return { status, text: stdout + stderr };
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'systemd-'));
    copyFileSync(UNIT, join(folder, 'chat-api@crm.service'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('has no mistake', () => {
    // It is judged on a machine whose Node may be elsewhere.
    const { text } = analyze('verify');
    expect(text.replace(/^.*\/usr\/bin\/node is not executable.*$/m, '').trim()).toBe('');
  });

  it('can do little beside its work', () => {
    expect(analyze('security', '--offline=true', `--threshold=${EXPOSURE}`)).toMatchObject({ status: 0 });
  });
});

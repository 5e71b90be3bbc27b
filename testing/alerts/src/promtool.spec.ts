import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { hasProgram } from '@chat/test-kit/programs';
import { RULES_FOLDER, ruleFiles } from './rule-files';

const testFiles = readdirSync(RULES_FOLDER).filter((file) => file.endsWith('.test.yml'));

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: RULES_FOLDER, encoding: 'utf8' });
  return { status, stdout, stderr };
}

(hasProgram('promtool') ? describe : describe.skip)('promtool', () => {
  it('accepts the rules', () => {
    expect(promtool('check', 'rules', ...ruleFiles())).toMatchObject({ status: 0 });
  });

  it.each(testFiles)('finds that alerts fire when they should, and only then, by %s', (file) => {
    expect(promtool('test', 'rules', file)).toMatchObject({ status: 0 });
  });
});

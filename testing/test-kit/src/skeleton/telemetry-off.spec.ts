import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = `
  require('@chat/service-kit');
  const { beginTrace, instruments, isTracing, startSpan, startTrace } = require('@chat/telemetry');
  const sampled = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  const loaded = Object.keys(require.cache).filter((file) => /prom-client|opentelemetry/.test(file));
  console.log(JSON.stringify({
    loaded,
    isTracing: isTracing(),
    spans: [startTrace('a', 'b', 'server'), startSpan(sampled, 'a', 'b', 'client')],
    traceparent: beginTrace('a'),
    live: Object.values(instruments).filter(({ live }) => live !== null).length,
  }));
`;

describe('a process without settings for telemetry', () => {
  it('loads no library for it, records nothing and samples no trace', () => {
    const hook = join(__dirname, '../typescript-hook.cjs');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['-C', '@chat/source', '-r', hook, '-e', PROGRAM],
      {
        cwd: __dirname,
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      loaded: [],
      isTracing: false,
      spans: [null, null],
      traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/) as string,
      live: 0,
    });
  });
});

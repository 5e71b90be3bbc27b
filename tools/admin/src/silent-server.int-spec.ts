import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const hook = join(__dirname, '../../../testing/test-kit/src/typescript-hook.cjs');

describe('the admin tool', () => {
  let silent: Server;

  beforeEach(async () => {
    // Like a different program at NATS_URL, such as Postgres.
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });

  afterEach(() => silent.close());

  it('exits if the server accepts its connection but never answers', async () => {
    const { port } = silent.address() as AddressInfo;
    const words = ['-C', '@chat/source', '-r', hook, join(__dirname, 'main.ts'), 'account', 'list'];
    const admin = spawn(process.execPath, words, {
      env: { ...process.env, NATS_URL: `nats://127.0.0.1:${port}` },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 30_000,
    });
    const [stderr] = await Promise.all([text(admin.stderr), once(admin, 'exit')]);
    expect(stderr).toContain('Check NATS_URL.');
    expect(admin.exitCode).toBe(1);
  }, 40_000);
});

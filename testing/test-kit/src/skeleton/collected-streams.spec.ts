import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Follows a stream that says hello and then nothing, lets garbage be collected and stops. Prints when each side has ended. */
const follow = (stop: string) => `
  const { createServer } = require('node:http');
  const { ChatApi } = require('@chat/client');
  const server = createServer((_, response) => {
    response.once('close', () => { console.log('closed'); server.close(); });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 1\\nevent: hello\\ndata: {"type":"hello"}\\n\\n');
  });
  server.listen(0, '127.0.0.1', async () => {
    const baseUrl = 'http://127.0.0.1:' + server.address().port;
    const closing = new AbortController();
    const events = new ChatApi({ baseUrl, accessToken: 'x' }).streamEvents({ signal: closing.signal });
    await events.next();
    ${stop}
    console.log('ended');
  });
  // Weak references hold until their task is over, and the network's tasks take a while.
  async function collectGarbage() {
    for (let round = 0; round < 10; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      gc();
    }
  }`;

/** The `fetch` of Node forgets its signal once the request is collected (nodejs/undici#3644); Jest's keeps it. */
describe('a stream of the client whose request was collected as garbage', () => {
  it.each([
    [
      'its signal is aborted',
      'const next = events.next(); await collectGarbage(); closing.abort(); await next;',
    ],
    ['nobody reads further', 'await collectGarbage(); await events.return();'],
  ])('ends, with its connection, when %s', (_, stop) => {
    const hook = join(__dirname, '../typescript-hook.cjs');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--expose-gc', '-C', '@chat/source', '-r', hook, '-e', follow(stop)],
      { cwd: __dirname, encoding: 'utf8', timeout: 20_000 },
    );
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').sort()).toEqual(['closed', 'ended']);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageBus } from './message-bus';
import { readSettings } from './settings';

describe('the servers of npm start', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'start-servers-'));
  });

  afterEach(() => rm(dataDir, { recursive: true }));

  it('report that one of them exited, and where its log is', async () => {
    const nats = await messageBus(readSettings({ DATA_DIR: dataDir }), () => undefined);
    process.kill(Number(await readFile(join(dataDir, 'nats', 'nats.pid'), 'utf8')), 'SIGKILL');
    await expect(nats.left()).rejects.toThrow(/^NATS exited\. Its log is .*nats\.log\./);
    await nats.stop();
  });
});

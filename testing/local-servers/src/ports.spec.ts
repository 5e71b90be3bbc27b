import crypto from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portsOf } from './ports';

describe('a free port', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ports-'));
    jest.replaceProperty(process, 'env', { ...process.env, TAKEN_PORTS: folder });
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  /** Loads a fresh copy of the module, as another process would. */
  const loaded = () => {
    jest.resetModules();
    return jest.requireActual<typeof import('./ports')>('./ports');
  };

  it('is handed out only once, even across processes that share a folder', async () => {
    let calls = 0;
    const twiceEach = () => 20_000 + Math.floor((calls += 1) / 2);
    jest.spyOn(crypto, 'randomInt').mockImplementation(twiceEach);
    const modules = [loaded(), loaded()];
    const ports: number[] = [];
    for (let count = 0; count < 5; count += 1)
      for (const { freePort } of modules) ports.push(...(await Promise.all([freePort(), freePort()])));
    expect(new Set(ports).size).toBe(20);
  });
});

describe('portsOf', () => {
  it.each([
    ['nats://user:secret@127.0.0.1:4333', [4333]],
    ['nats://one:4222,nats://two:4223,nats://three', [4222, 4223, 9]],
    ['postgres://user:secret@localhost/chat', [9]],
    ['not a url', [9]],
  ])('%s: %j', (urls, ports) => expect(portsOf(urls, 9)).toEqual(ports));
});

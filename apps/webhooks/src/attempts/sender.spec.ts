import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import type { EndpointSecrets } from '../endpoints/endpoint-secrets';
import { Sender } from './sender';

let silent: Server;
let sender: Sender;

const posting = (url: string) => ({
  accountId: 1,
  webhookId: 1,
  eventId: 'one',
  url,
  payload: '{}',
  sealedSecrets: [Buffer.alloc(1)],
});

beforeEach(async () => {
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  sender = new Sender(
    {
      WEBHOOK_TIMEOUT_MS: 60_000,
      OUTBOUND_ALLOW_CIDRS: ['127.0.0.0/8'],
      OUTBOUND_PRIVATE_CIDRS: [],
      OUTBOUND_PROXY_URL: '',
      OUTBOUND_DENY_PORTS: [],
    } as unknown as WebhooksConfig,
    {} as Logger,
    { keyOf: () => createSecretKey(Buffer.alloc(32)) } as unknown as EndpointSecrets,
  );
});

afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  await sender.onApplicationShutdown();
  silent.close();
});

describe('an attempt', () => {
  it('never has a negative duration, even if the clock is set back meanwhile', async () => {
    let nowMs = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (nowMs -= 60_000));
    const answer = await sender.post(posting('https://10.0.0.1/'));
    expect(answer).toMatchObject({ error: 'blocked' });
    expect(answer!.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('writes nothing in a process that was stopped since it was begun', async () => {
    const onWrite = jest.fn();
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const answer = await sender.post(posting(url), { onWrite, startedAt: performance.now() - 60_000 });
    expect(answer).toMatchObject({ error: 'timeout' });
    expect(onWrite).not.toHaveBeenCalled();
  });
});

describe('a probe', () => {
  it('times out before its client does, even if receivers may take longer', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
    const probe = sender.probe(posting(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`));
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await probe).toMatchObject({ error: 'timeout', durationMs: 20_000 });
  });
});

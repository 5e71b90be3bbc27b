import type { FastifyReply, FastifyRequest } from 'fastify';
import { instruments, startMeasuring } from '@chat/telemetry';
import { RequestLog } from './request-log';
import type { AnsweredRequest } from './requests.repository';

const IN_MEMORY = 20_000;
const FLOOD = 60_000;
const MINUTE_MS = 60_000;

describe('the request log in a flood', () => {
  let stored: number;
  let answer: () => void;
  let log: RequestLog;
  let flush: () => Promise<unknown>;

  beforeAll(() => startMeasuring());

  beforeEach(() => {
    stored = 0;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const requests = {
      addDay: () => Promise.resolve(),
      insert: async (batch: readonly AnsweredRequest[]) => {
        await isAnswered;
        stored += batch.length;
      },
    };
    const loops = {
      add: ({ name, round }: { name: string; round: () => Promise<unknown> }) => {
        if (name === 'request-log') flush = round;
      },
    };
    const addresses = { of: () => ({ text: '192.0.2.1' }) };
    log = new RequestLog(
      requests as never,
      addresses as never,
      loops as never,
      { REQUEST_LOG_DAYS: 7 } as never,
    );
  });

  const answered = (accountId: number, statusCode: number) => {
    const principal = { account: { id: accountId }, credential: { type: 'api_key', id: 'ck' } };
    const routeOptions = { url: '/v1/contacts/:id', config: {} };
    const request = { id: 'r', method: 'GET', principal, routeOptions, raw: {}, named: null, faults: null };
    log.record(request as unknown as FastifyRequest, { statusCode, elapsedTime: 1 } as FastifyReply);
  };
  const dropped = async (reason: string) => {
    const { values } = await instruments.requestLogDropped.live!.get();
    return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
  };

  it('keeps so many in memory while Postgres does not answer, and counts all others', async () => {
    const before = await dropped('memory');
    for (let index = 0; index < FLOOD; index += 1) answered(index % 100, 200);
    const flushing = flush();
    expect((await dropped('memory')) - before).toBe(FLOOD - IN_MEMORY);
    answer();
    await flushing;
    await log.onApplicationShutdown();
    expect(stored).toBe(IN_MEMORY);
  });

  it('stores few refusals of an account that is beyond its limit, and counts the others', async () => {
    jest.useFakeTimers({ now: Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS, doNotFake: ['performance'] });
    const before = await dropped('account');
    for (let index = 0; index < FLOOD; index += 1) answered(1, 429);
    jest.useRealTimers();
    answer();
    await log.onApplicationShutdown();
    expect(stored).toBe(60);
    expect((await dropped('account')) - before).toBe(FLOOD - 60);
  });
});

import { headers, type Subscription } from 'nats';
import { BusClient, BusConnection } from '@chat/bus';
import { AnyObject, Empty, operation, type RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { CapturedLog } from '../captured-log';
import { refusal } from '../refusal';
import { testContext } from '../test-bus';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { consultElsewhere, failNote, notesService, readElsewhere } from './notes.service';

class AnyBody {
  @AnyObject() content!: object;
}

const send = operation({
  subject: 'rpc.elsewhere.message.send',
  effect: 'send',
  body: AnyBody,
  output: Empty,
});

class OwnedBody {
  id!: number;
}

const claim = operation({
  subject: 'rpc.elsewhere.record.claim',
  effect: 'write',
  body: OwnedBody,
  output: Empty,
});

const sendThroughOwner = operation({
  subject: 'rpc.elsewhere.record.send',
  effect: 'send',
  body: OwnedBody,
  output: Empty,
  owner: { member: 'id', claim: claim.subject },
});

describe('a request that gets no answer', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notesService);
  });

  afterAll(() => service.stop());

  /**
   * What a request ends with when somebody takes what comes by this subject and does not answer it. A machine that stands
   * still may use up the time of a request before anything comes there: then the next one has more.
   */
  const unanswered = async (
    subject: string,
    ask: (context: RequestContext) => Promise<unknown>,
  ): Promise<unknown> => {
    let heard = 0;
    const deaf = service.bus.nats.subscribe(subject, { callback: () => void (heard += 1) });
    await service.bus.nats.flush();
    for (let timeoutMs = 300; timeoutMs < 20_000; timeoutMs *= 2) {
      const error: unknown = await ask(testContext({ timeoutMs })).catch((reason: unknown) => reason);
      if (heard === 0) continue;
      deaf.unsubscribe();
      return error;
    }
    throw new Error(`Nothing came by ${subject}.`);
  };

  it('did nothing when nobody listens', async () => {
    expect(await refusal(service.bus.request(send, { body: { content: {} } }))).toMatchObject({
      code: 'service_unavailable',
      retryable: true,
    });
  });

  it('may have been sent when time is up', async () => {
    const ask = (context: RequestContext) => service.bus.request(send, { body: { content: {} } }, context);
    expect(await unanswered(send.subject, ask)).toMatchObject({
      code: 'provider_outcome_unknown',
      cause: { code: 'TIMEOUT' },
    });
  });

  it('is waited for longer where a file is fetched for it', async () => {
    const fetching = { ...send, timeoutMs: 50, fetches: ['content'] };
    const replied = headers();
    replied.set('Status', '200');
    const slow = service.bus.nats.subscribe(send.subject, {
      callback: (_, message) => setTimeout(() => message.respond('{}', { headers: replied }), 300),
    });
    await service.bus.nats.flush();
    await expect(service.bus.request(fetching, { body: { content: {} } })).resolves.toEqual({});
    slow.unsubscribe();
  });

  it('did nothing when the claim of its record was not answered', async () => {
    const ask = (context: RequestContext) =>
      service.bus.request(sendThroughOwner, { body: { id: 1 } }, context);
    expect(await unanswered(claim.subject, ask)).toMatchObject({
      code: 'service_unavailable',
      cause: { code: 'TIMEOUT' },
    });
  });

  it('did nothing when the claim of its record failed', async () => {
    const busy = await service.bus.respond(claim, () => {
      throw new AppError('server_error');
    });
    const failed = service.bus.request(sendThroughOwner, { body: { id: 1 } });
    await expect(failed).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { code: 'server_error' },
    });
    busy.unsubscribe();
  });

  it('waits for its record while that changes hands', async () => {
    let claims = 0;
    const owned: Subscription[] = [];
    const replied = headers();
    replied.set('Status', '200');
    const claimed = await service.bus.respond(claim, () => {
      claims += 1;
      // The new owner listens only after a second claim: the first one came before the old owner let go.
      if (claims === 2)
        owned.push(
          service.bus.nats.subscribe(`${sendThroughOwner.subject}.2`, {
            callback: (_, message) => message.respond('{}', { headers: replied }),
          }),
        );
      return {};
    });
    await expect(service.bus.request(sendThroughOwner, { body: { id: 2 } })).resolves.toEqual({});
    expect(claims).toBe(2);
    for (const subscription of [claimed, ...owned]) subscription.unsubscribe();
  });

  it('did nothing when it is too large for the bus', async () => {
    const content = { text: 'x'.repeat(8 * 1024 * 1024) };
    expect(await refusal(service.bus.request(send, { body: { content } }))).toMatchObject({
      code: 'payload_too_large',
    });
  });

  it('did nothing when the connection was closed before', async () => {
    const connection = await BusConnection.open({ url: service.natsUrl }, 'spec-closed');
    await connection.drain();
    const failed = new BusClient(connection).request(send, testContext(), { body: { content: {} } });
    await expect(failed).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('a drain that takes long', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notesService, {}, { replicas: 0 });
  });

  afterAll(() => service.stop());

  it('abandons what only reads, at once and from then on, and nothing else', async () => {
    const deaf = service.bus.nats.subscribe('rpc.elsewhere.>', { callback: () => undefined });
    await service.bus.nats.flush();
    const connection = await BusConnection.open({ url: service.natsUrl }, 'spec-hurry');
    const client = new BusClient(connection);
    const read = refusal(client.request(readElsewhere, testContext(), {}));
    const sent = refusal(client.request(send, testContext(), { body: { content: {} } }));
    connection.abandonReads();
    expect(connection.unanswered()).toEqual([send.subject]);
    expect(await read).toMatchObject({ code: 'service_unavailable' });
    expect(await refusal(client.request(readElsewhere, testContext(), {}))).toMatchObject({
      code: 'service_unavailable',
    });

    // A handler must have received it.
    await connection.settle();
    deaf.unsubscribe();
    await connection.drain();
    expect(await sent).toMatchObject({ code: 'provider_outcome_unknown' });
  });

  it('names what it waits for, and ends without an answer to what only reads', async () => {
    const replica = await service.startReplica();
    const heard = jest.fn();
    service.bus.nats.subscribe(readElsewhere.subject, { callback: heard });
    await service.bus.nats.flush();
    const asked = refusal(service.bus.request(consultElsewhere, {}, testContext({ timeoutMs: 120_000 })));
    await until(() => heard.mock.calls.length > 0, { describe: 'the request to reach the other service' });

    const stopping = replica.stop();
    const waitsFor = [
      'notes: requests',
      `notes: request ${consultElsewhere.subject}`,
      `notes: answer to ${readElsewhere.subject}`,
    ];
    await until(() => replica.unfinished?.().join() === waitsFor.join(), {
      describe: 'nothing but the request to be left',
    });
    expect(await asked).toMatchObject({ code: 'service_unavailable' });
    await stopping;
  });
});

describe('the log of a service', () => {
  let log: CapturedLog;
  let service: TestService;

  beforeAll(async () => {
    log = new CapturedLog();
    service = await startTestService(notesService, { LOG_LEVEL: 'info' });
  });

  afterAll(async () => {
    await service.stop();
    log.release();
  });

  const linesOf = ({ requestId }: RequestContext) => log.lines.filter((line) => line.requestId === requestId);

  it.each([
    ['crash', 'error', 500, { name: 'Error', message: 'a fault nobody expected' }],
    ['busy', 'warn', 503, { code: 'service_unavailable', cause: { message: 'the reason' } }],
    // The service asks itself here: the inner request logs, the outer one only passes the answer on.
    ['relay', 'warn', 503, { code: 'service_unavailable', cause: { message: 'the reason' } }],
  ] as const)('has one line with the cause of the failure %s', async (how, level, status, error) => {
    const context = testContext();
    await refusal(service.bus.request(failNote, { body: { how } }, context));
    const lines = linesOf(context);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level, status, subject: failNote.subject, error });
  });

  it('has no line for a refusal', async () => {
    const context = testContext();
    const body = { how: 'nothing' } as unknown as { how: 'busy' };
    expect(await refusal(service.bus.request(failNote, { body }, context))).toMatchObject({
      code: 'validation_error',
    });
    expect(linesOf(context)).toEqual([]);
  });
});

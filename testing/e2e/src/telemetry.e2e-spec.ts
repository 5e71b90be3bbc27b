import type { MessageEventData } from '@chat/contracts/messaging';
import { SpanCollector, Stack, until, type CollectedSpan, type TestClient } from '@chat/test-kit';
import { freshCustomer, openCloudShop } from './cloud/cloud-shop';
import { connectPhone, freshNumber, listen, receiverAt } from './messages/shop';
import { METRICS_ON_ANY_PORT, metricsPortOf } from './telemetry/metrics.journeys';

const TEXT = 'The parcel for Rosalind is on its way';
const NAME = 'Rosalind';
const CLIENT_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The spans of one trace, all of which must be connected. */
interface Trace {
  spans: CollectedSpan[];
  /** The names from the first span to this one, as `service name`. */
  pathTo(name: string): string[];
}

/** Its services have databases of their own, on which docs/scaling.md relies. */
describe('an installation with a collector', () => {
  let collector: SpanCollector;
  let stack: Stack;
  const secrets: string[] = [TEXT, NAME];

  beforeAll(async () => {
    collector = await SpanCollector.start();
    stack = await Stack.start({
      layout: 'services',
      ownDatabases: true,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '100',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=e2e',
      },
      envOf: METRICS_ON_ANY_PORT,
    });
  });

  afterAll(async () => {
    await stack?.stop();
    await collector.stop();
  });

  /** Waits for a trace with spans of these names, and checks that every parent exists. */
  const traceWith = async (traceId: string, ...names: string[]): Promise<Trace> => {
    const whole = await until(
      () => {
        const spans = collector.trace(traceId);
        const ids = new Set(spans.map(({ spanId }) => spanId));
        const isWhole = spans.every(({ parentSpanId }) => parentSpanId === null || ids.has(parentSpanId));
        const hasAll = names.every((name) => spans.some((span) => span.name === name));
        return isWhole && hasAll && spans;
      },
      { describe: `a trace without a gap, with ${names.join(', ')}` },
    ).catch((error: unknown) => {
      const found = collector
        .trace(traceId)
        .map(({ service, name, spanId, parentSpanId }) => `${service} ${name} ${spanId} < ${parentSpanId}`);
      throw new Error(`${String(error)} Found:\n${found.join('\n')}`);
    });
    const byId = new Map(whole.map((span) => [span.spanId, span]));
    return {
      spans: whole,
      pathTo: (last) => {
        const path: string[] = [];
        for (
          let span = whole.find((one) => one.name === last);
          span;
          span = byId.get(span.parentSpanId ?? '')
        )
          path.unshift(`${span.service} ${span.name}`);
        return path;
      },
    };
  };

  /** The log lines of the gateways. */
  const gatewayLines = async (): Promise<string[]> => {
    const logs = await stack.readLogs();
    return stack.replicasOf('gateway').flatMap((name) => (logs.get(`${name}.log`) ?? '').split('\n'));
  };

  /** The trace id of a request, from the gateways' logs. */
  const traceIdOf = (answer: Headers): Promise<string> => {
    const requestId = answer.get('x-request-id')!;
    return until(
      async () => {
        const lines = await gatewayLines();
        const line = lines.find((one) => one.includes(requestId) && one.includes('"request"'));
        return line && (JSON.parse(line) as { traceId: string }).traceId;
      },
      { describe: 'the line of the request' },
    );
  };

  const openShop = async (): Promise<TestClient> => {
    const credential = await stack.admin.createApiKey((await stack.admin.createAccount()).id);
    secrets.push(credential.clientId, credential.clientSecret);
    return stack.typedClient(credential);
  };

  /** The ids that a span of the trace has. */
  const idsOf = ({ spans }: Trace, name: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(spans.find((span) => span.name === name)!.attributes).filter(([key]) =>
        /^chat\.(?!event).*\.id$/.test(key),
      ),
    );

  const send = (client: TestClient, channelId: number, to: string) =>
    client.raw.post('/v1/messages', { ...receiverAt(to), chat_account_id: channelId, message: TEXT });

  /** Links a phone and sends through it. @returns the headers of the answer. */
  const sendByPhone = async (client: TestClient): Promise<Headers> => {
    const { device, number } = await connectPhone(stack, client);
    const customer = freshNumber();
    secrets.push(number, customer);
    const { status, headers } = await send(client, device.id, customer);
    expect(status).toBe(201);
    return headers;
  };

  it('has one trace of a send, from HTTP over the phones’ network to the webhook', async () => {
    const client = await openShop();
    const receiver = await listen(client, ['message.sent']);
    secrets.push(receiver.url);
    const headers = await sendByPhone(client);
    const { message } = (await receiver.waitFor<MessageEventData>('message.sent')).data;

    const trace = await traceWith(await traceIdOf(headers), 'POST webhook', 'network send');
    const path = [
      'gateway POST /v1/messages',
      'gateway rpc.messaging.message.send',
      'messaging rpc.messaging.message.send',
    ];
    expect(trace.pathTo('network send')).toEqual([
      ...path,
      'messaging rpc.device-sessions.message.send',
      'device-sessions rpc.device-sessions.message.send',
      'device-sessions network send',
    ]);
    expect(trace.pathTo('POST webhook')).toEqual([
      ...path,
      'webhooks webhooks-events',
      'webhooks POST webhook',
    ]);
    expect(trace.spans.filter(({ parentSpanId }) => parentSpanId === null)).toHaveLength(1);
    expect(trace.spans.filter(({ isError }) => isError)).toEqual([]);

    const ids = {
      ...{ 'chat.account.id': expect.any(Number) as number, 'chat.message.id': message.id },
      'chat.channel.id': message.chat_account_id,
    };
    const conversation = { 'chat.conversation.id': message.conversation_id };
    expect(idsOf(trace, 'network send')).toEqual(ids);
    expect(idsOf(trace, 'webhooks-events')).toEqual(ids);
    expect(idsOf(trace, 'POST /v1/messages')).toMatchObject({
      'chat.message.id': message.id,
      ...conversation,
    });
    expect(idsOf(trace, 'POST webhook')).toMatchObject({
      ...ids,
      ...conversation,
      'chat.delivery.id': expect.any(Number) as number,
    });
    await receiver.stop();
  });

  it('has one trace of a send, from HTTP over the provider to the webhook', async () => {
    const shop = await openCloudShop(stack);
    const customer = await freshCustomer(stack, shop);
    secrets.push(shop.receiver.url, shop.number.digits, customer, shop.number.access_token);
    const { headers } = await send(shop.client, shop.device.id, customer);
    await shop.receiver.waitFor('message.sent');

    const trace = await traceWith(await traceIdOf(headers), 'POST webhook', 'POST /{id}/messages');
    expect(trace.pathTo('POST /{id}/messages')).toEqual([
      'gateway POST /v1/messages',
      'gateway rpc.messaging.message.send',
      'messaging rpc.messaging.message.send',
      'messaging rpc.cloud-connector.message.send',
      'cloud-connector rpc.cloud-connector.message.send',
      'cloud-connector POST /{id}/messages',
    ]);
    expect(trace.pathTo('POST webhook').slice(-2)).toEqual([
      'webhooks webhooks-events',
      'webhooks POST webhook',
    ]);
    await shop.receiver.stop();
  });

  it('has one trace of an inbound message, and of the job that tells its sender that it was read', async () => {
    const client = await openShop();
    const receiver = await listen(client, ['message.received']);
    const { number } = await connectPhone(stack, client);
    const customer = freshNumber();
    secrets.push(receiver.url, number, customer);
    await stack.sandbox.write(customer, { to: number, text: TEXT });
    const { data } = await receiver.waitFor<MessageEventData>('message.received');
    const isDelivered = ({ traceId }: CollectedSpan) =>
      collector.trace(traceId).some(({ name }) => name === 'POST webhook');
    const inbound = await until(
      () =>
        collector.spans.find(
          (span) => span.service === 'device-sessions' && span.parentSpanId === null && isDelivered(span),
        ),
      { describe: 'a trace from a phone to a webhook' },
    );
    const arrived = await traceWith(inbound.traceId, 'POST webhook');
    expect(arrived.pathTo('POST webhook')[0]).toBe('device-sessions begin');

    const path = `/v1/conversations/${data.conversation_id}/read`;
    const { headers } = await client.raw.post(path);
    const read = await traceWith(await traceIdOf(headers), 'rpc.device-sessions.message.read');
    const kinds = read.spans.filter(({ service, kind }) => service === 'messaging' && kind === 'consumer');
    expect(kinds).toHaveLength(1);
    await receiver.stop();
  });

  it('links to the trace of a client instead of continuing it', async () => {
    const client = await openShop();
    const traceparent = `00-${CLIENT_TRACE}-00f067aa0ba902b7-01`;
    const { headers } = await client.raw.get('/v1/devices', { headers: { traceparent } });
    const { spans } = await traceWith(await traceIdOf(headers), 'GET /v1/devices');
    const first = spans.find(({ parentSpanId }) => parentSpanId === null);
    expect(first).toMatchObject({ service: 'gateway', kind: 'server', links: [CLIENT_TRACE] });
    expect(first?.attributes).toMatchObject({
      'http.route': '/v1/devices',
      'http.response.status_code': 200,
    });
    expect(collector.trace(CLIENT_TRACE)).toEqual([]);
  });

  it('sends no secret, number, name or text to the collector', async () => {
    await traceWith(await traceIdOf(await sendByPhone(await openShop())), 'network send');
    expect(secrets.filter((secret) => collector.raw.includes(secret))).toEqual([]);
    expect(collector.raw).toContain('deployment.environment.name');
  });

  it('serves metrics on a port of their own, and not on the public one', async () => {
    const gateways = stack.replicasOf('gateway');
    const ports = await Promise.all(gateways.map((name) => metricsPortOf(stack, name)));
    const readMetrics = async () => {
      const pages = ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
      return (await Promise.all(pages)).join('\n');
    };
    const countSends = async () => {
      const sends = (await readMetrics())
        .split('\n')
        .filter((one) => /^chat_http\S*_duration_seconds_count\{.*message\.send/.test(one));
      const okay = /\{service="gateway",operation="rpc.messaging.message.send",outcome="ok"\} (\d+)$/;
      // A line of another outcome does not match and counts as zero.
      return sends.reduce((sum, one) => sum + Number(okay.exec(one)?.[1]), 0);
    };
    const before = await countSends();
    await sendByPhone(await openShop());
    await until(async () => (await countSends()) === before + 1, { describe: 'the send to be counted' });
    const metrics = await readMetrics();
    expect(secrets.filter((secret) => metrics.includes(secret))).toEqual([]);
    expect((await fetch(`${stack.gatewayUrls[0]}/metrics`)).status).toBe(404);
  });
});

import { startTracing, startTrace, stopTracing } from '@chat/telemetry';
import { OpenTelemetry } from '@chat/telemetry/open-telemetry';
import { refusal } from '../refusal';
import { SpanCollector, type CollectedSpan } from '../span-collector';
import { testContext } from '../test-bus';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { errandsService, orderErrand } from './errands.service';
import { OutsideWorld } from './outside-world';

const traceIdOf = (traceparent: string) => traceparent.split('-')[1]!;

describe('the traces of a service', () => {
  let collector: SpanCollector;
  let outside: OutsideWorld;
  let service: TestService;
  const losses = jest.fn();

  const order = (text: string, traceparent: string) =>
    service.bus.request(orderErrand, { body: { text } }, { ...testContext(), traceparent });
  const begin = () => {
    const span = startTrace('spec', 'test', 'server')!;
    span.end();
    return span.traceparent;
  };
  const spansOf = (traceparent: string, count: number): Promise<CollectedSpan[]> =>
    until(
      () => {
        const spans = collector.trace(traceIdOf(traceparent));
        return spans.length >= count && spans;
      },
      { describe: `${count} spans` },
    );

  beforeAll(async () => {
    collector = await SpanCollector.start();
    jest.replaceProperty(process, 'env', {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    startTracing(new OpenTelemetry(losses));
    outside = await OutsideWorld.open();
    service = await startTestService(errandsService, { OUTSIDE_URL: outside.url });
  });

  afterAll(async () => {
    await service.stop();
    await outside.close();
    await stopTracing();
    await collector.stop();
    jest.restoreAllMocks();
  });

  it('lead from the caller through the request to the job that it left, and outside', async () => {
    const traceparent = begin();
    await order('traced', traceparent);
    const spans = await spansOf(traceparent, 4);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const path: string[] = [];
    let span = spans.find(({ name }) => name === 'errand');
    while (span) {
      path.unshift(`${span.service} ${span.kind} ${span.name}`);
      span = byId.get(span.parentSpanId ?? '');
    }
    expect(path).toEqual([
      'spec server test',
      'spec client rpc.errands.errand.order',
      'errands server rpc.errands.errand.order',
      'errands consumer errand',
    ]);
    const [call] = outside.callsOf('traced');
    expect(call!.traceparent).toBe(`00-${traceIdOf(traceparent)}-${byIdOf(spans, 'errand')}-01`);
  });

  it('mark what failed by its code, and what the caller did wrong not at all', async () => {
    outside.answer = () => 500;
    const failing = begin();
    await order('fails', failing);
    const job = (await spansOf(failing, 4)).find(({ name }) => name === 'errand');
    expect(job).toMatchObject({ isError: true, attributes: { 'error.type': 'failed' } });
    outside.answer = () => 200;

    const refused = begin();
    await refusal(order('roll back', refused));
    const spans = await spansOf(refused, 3);
    expect(spans.filter(({ isError }) => isError)).toEqual([]);
  });

  it('are not recorded where they are not sampled, and carried on all the same', async () => {
    const traceparent = `${begin().slice(0, -2)}00`;
    await order('unsampled', traceparent);
    await until(() => outside.callsOf('unsampled').length === 1, { describe: 'the errand' });
    expect(outside.callsOf('unsampled')[0]!.traceparent).toBe(traceparent);
    // Spans are exported in order: this trace would have arrived before the next one.
    const next = begin();
    await spansOf(next, 1);
    expect(collector.trace(traceIdOf(traceparent)).map(({ name }) => name)).toEqual(['test']);
  });

  it('hold nothing of what a request says', async () => {
    const traceparent = begin();
    await order('between us', traceparent);
    await spansOf(traceparent, 4);
    expect(collector.raw).not.toContain('between us');
  });

  it('are lost without harm when the collector is away', async () => {
    const { answer } = collector;
    collector.answer = () => 400;
    await order('without a collector', begin());
    await until(() => losses.mock.calls.length > 0, { describe: 'a word about the loss' });
    collector.answer = answer;
  });
});

function byIdOf(spans: readonly CollectedSpan[], name: string): string {
  return spans.find((span) => span.name === name)!.spanId;
}

import type { SpanRecorder } from './span';
import { isSampled, newTraceparent, traceIdOf } from './trace-context';
import { beginTrace, startSpan, startTracing, stopTracing, wantsTracing } from './tracing';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const sampled = `00-${TRACE}-00f067aa0ba902b7-01`;
const unsampled = `00-${TRACE}-00f067aa0ba902b7-00`;

describe('a process that traces', () => {
  const end = jest.fn();
  const recorder = {
    start: jest.fn<ReturnType<SpanRecorder['start']>, Parameters<SpanRecorder['start']>>(),
    shutDown: jest.fn(() => Promise.resolve()),
  };

  beforeEach(() => {
    jest.clearAllMocks();
    recorder.start.mockReturnValue({ traceparent: sampled, set: () => undefined, end });
    startTracing(recorder);
  });

  afterEach(() => stopTracing());

  it('does not call the recorder for a span of an unsampled trace', () => {
    for (const traceparent of [unsampled, newTraceparent(), null, undefined])
      expect(startSpan({ traceparent }, 'crm', 'a', 'client')).toBeNull();
    expect(recorder.start).not.toHaveBeenCalled();
    expect(startSpan({ traceparent: sampled }, 'crm', 'a', 'client')).not.toBeNull();
  });

  it('starts a trace without duration with a span that has already ended', () => {
    expect(beginTrace('crm')).toBe(sampled);
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('starts an unsampled trace if the sampler declines it', () => {
    recorder.start.mockReturnValue(null);
    expect(isSampled({ traceparent: beginTrace('crm') })).toBe(false);
  });

  it('exports the remaining spans when it stops, and records nothing more', async () => {
    await stopTracing();
    expect(recorder.shutDown).toHaveBeenCalledTimes(1);
    expect(startSpan({ traceparent: sampled }, 'crm', 'a', 'client')).toBeNull();
  });
});

describe('a trace', () => {
  it('is found by its id', () => {
    expect(traceIdOf({ traceparent: sampled })).toBe(TRACE);
    expect(traceIdOf({})).toBeUndefined();
    expect(newTraceparent()).not.toBe(newTraceparent());
  });
});

describe('the environment', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [endpoint, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector' }, true],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'false' }, true],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('%j turns tracing on: %s', (environment, expected) => expect(wantsTracing(environment)).toBe(expected));
});

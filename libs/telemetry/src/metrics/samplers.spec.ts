import type { Registry } from 'prom-client';
import { outboxAge, outboxEvents } from './instruments';
import { startMeasuring } from './metrics-server';
import { Samplers, type Sample } from './samplers';

const age = (service: string, value: number): Sample => ({ gauge: outboxAge, labels: { service }, value });

describe('a sampled value', () => {
  let registry: Registry;
  let samplers: Samplers;

  beforeAll(async () => {
    registry = await startMeasuring();
  });

  beforeEach(() => {
    jest.useFakeTimers();
    samplers = new Samplers('crm');
  });

  afterEach(() => {
    jest.useRealTimers();
    registry.resetMetrics();
  });

  const shown = async (name: string) =>
    (await registry.getSingleMetric(name)!.get()).values.map(({ value, labels }) => [labels.service, value]);

  it('is sampled once in ten seconds, however many scrapes there are', async () => {
    const sample = jest.fn(() => Promise.resolve([age('crm', 7)]));
    samplers.add('queues', sample);
    await Promise.all([samplers.refresh(), samplers.refresh()]);
    jest.advanceTimersByTime(9_999);
    await samplers.refresh();
    expect(sample).toHaveBeenCalledTimes(1);

    jest.advanceTimersByTime(1);
    await samplers.refresh();
    expect(sample).toHaveBeenCalledTimes(2);
    expect(await shown(outboxAge.name)).toEqual([['crm', 7]]);
  });

  it('is removed once it no longer exists', async () => {
    const sample = jest.fn(() => [age('one', 1), age('other', 2)]);
    samplers.add('queues', sample);
    await samplers.refresh();
    sample.mockReturnValue([age('other', 3)]);
    jest.advanceTimersByTime(10_000);
    await samplers.refresh();
    expect(await shown(outboxAge.name)).toEqual([['other', 3]]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no connection'))],
    [
      'throws',
      () => {
        throw new Error('no connection');
      },
    ],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('is removed if its sampler %s, without affecting the others', async (_, fail) => {
    let isBroken = false;
    samplers.add('queues', () => (isBroken ? fail() : [age('crm', 7)]));
    samplers.add('others', () => [{ gauge: outboxEvents, labels: { service: 'crm' }, value: 1 }]);
    await samplers.refresh();
    isBroken = true;
    jest.advanceTimersByTime(10_000);
    const refreshed = samplers.refresh();
    await jest.advanceTimersByTimeAsync(3_000);
    await refreshed;
    expect(await shown(outboxAge.name)).toEqual([]);
    expect(await shown(outboxEvents.name)).toEqual([['crm', 1]]);
    expect(await shown('chat_sample_failures_total')).toEqual([['crm', 1]]);
  });
});

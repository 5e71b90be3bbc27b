import type { Registry } from 'prom-client';
import { busConnected, outboxAge, webhookPending } from './instruments';
import { startMeasuring } from './metrics-server';
import { Samplers, type Sample, type SampleFailure } from './samplers';

const age = (service: string, value: number): Sample<'queues'> => ({
  gauge: outboxAge,
  labels: { service },
  value,
});

describe('a sampled value', () => {
  let registry: Registry;
  let samplers: Samplers;
  let failures: SampleFailure[];

  beforeEach(async () => {
    registry = await startMeasuring();
    jest.useFakeTimers();
    failures = [];
    samplers = new Samplers('crm', (failure) => failures.push(failure));
  });

  afterEach(() => {
    jest.useRealTimers();
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
    samplers.add('bus', () => [{ gauge: busConnected, labels: { service: 'crm' }, value: 1 }]);
    await samplers.refresh();
    isBroken = true;
    jest.advanceTimersByTime(10_000);
    const refreshed = samplers.refresh();
    await jest.advanceTimersByTimeAsync(3_000);
    await refreshed;
    expect(await shown(outboxAge.name)).toEqual([]);
    expect(await shown(busConnected.name)).toEqual([['crm', 1]]);
    const counted = await registry.getSingleMetric('chat_sample_failures_total')!.get();
    expect(counted.values.map(({ labels, value }) => [labels.sampler, value])).toEqual([
      ['queues', 1],
      ['bus', 0],
    ]);
  });

  it('is absent until its sampler has succeeded, even if it has no labels', async () => {
    let fails = true;
    samplers.add('deliveries', () => {
      if (fails) throw new Error('no such column');
      return [{ gauge: webhookPending, labels: {}, value: 770 }];
    });
    expect(await shown(webhookPending.name)).toEqual([]);
    await samplers.refresh();
    expect(await shown(webhookPending.name)).toEqual([]);

    fails = false;
    jest.advanceTimersByTime(10_000);
    await samplers.refresh();
    expect(await shown(webhookPending.name)).toEqual([[undefined, 770]]);
  });

  it('is reported with the reason when its sampler begins to fail, and not again until it has succeeded', async () => {
    let error: Error | null = new Error('first');
    samplers.add('deliveries', () => {
      if (error) throw error;
      return [];
    });
    const reasons: unknown[][] = [];
    for (const next of [new Error('still'), null, new Error('again'), null]) {
      await samplers.refresh();
      reasons.push(failures.splice(0).map((failure) => failure.error));
      error = next;
      jest.advanceTimersByTime(10_000);
    }
    expect(reasons).toEqual([[new Error('first')], [], [], [new Error('again')]]);
    expect(await shown('chat_sample_failures_total')).toEqual([['crm', 3]]);
  });

  it('is reported with the names of all metrics that are absent', async () => {
    samplers.add('deliveries', () => Promise.reject(new Error('no such column')));
    await samplers.refresh();
    expect(failures).toEqual([
      {
        error: new Error('no such column'),
        sampler: 'deliveries',
        metrics: [
          'chat_webhook_deliveries_pending',
          'chat_webhook_lane_age_seconds',
          'chat_webhook_lanes_due',
        ],
      },
    ]);
  });
});

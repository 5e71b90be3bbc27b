import type { Registry } from 'prom-client';
import { startMeasuring } from '@chat/telemetry';
import { EdgeUnderTest } from './testing/edge-under-test';
import { jsonSurface, plainSurface, Witness } from './testing/fixture-surfaces';

describe('the metrics of an edge', () => {
  let registry: Registry;
  let edge: EdgeUnderTest;

  beforeAll(async () => {
    registry = await startMeasuring();
    edge = await EdgeUnderTest.start([plainSurface, jsonSurface(new Witness())]);
  });

  afterAll(() => edge.stop());

  it('count requests by route and outcome, never by a path that a client chose', async () => {
    for (const path of [
      '/json/things/4711',
      '/json/things/4712',
      '/json/fault',
      '/nowhere/4711',
      '/wp-login.php',
    ])
      await fetch(edge.url + path);
    const { values } = await registry.getSingleMetric('chat_http_request_duration_seconds')!.get();
    const counts = values.filter(({ labels }) => labels.le === '+Inf');
    expect(
      counts.map(({ labels: { service, operation, outcome }, value }) => [
        service,
        operation,
        outcome,
        value,
      ]),
    ).toEqual([
      ['edge', '/json/things/:id', 'ok', 2],
      ['edge', '/json/fault', 'failed', 1],
      ['edge', 'unknown', 'refused', 2],
    ]);
    const statuses = await registry.getSingleMetric('chat_http_responses_total')!.get();
    expect(statuses.values.map(({ labels, value }) => [labels.status, value])).toEqual([
      [200, 2],
      [500, 1],
      [404, 2],
    ]);
  });
});

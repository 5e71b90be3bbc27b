import { httpResponses } from './instruments';
import { MetricsServer, startMeasuring } from './metrics-server';
import { Samplers } from './samplers';

describe('the port of the metrics', () => {
  it('serves the metrics and nothing else', async () => {
    expect(httpResponses.live).toBeNull();
    const registry = await startMeasuring();
    const samplers = new Samplers('crm', () => undefined);
    const server = await MetricsServer.start({ host: '127.0.0.1', port: 0 }, registry, [samplers]);
    try {
      httpResponses.live?.inc({ service: 'crm', status: 200 });
      const url = `http://127.0.0.1:${server.port}`;
      const answer = await fetch(`${url}/metrics`);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/);
      const text = await answer.text();
      expect(text).toContain('chat_http_responses_total{service="crm",status="200"} 1');
      expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
      expect((await fetch(`${url}/`)).status).toBe(404);
      expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
    } finally {
      await server.stop();
    }
  });
});

import autocannon, { type Request, type Result } from 'autocannon';
import { percentile } from '../statistics.rules';
import type { Load, LoadReport, LoadResult } from './load';

const SAMPLE_MS = 50;

/** Makes one load after the other, as the bench asks for them. */
process.on('message', (load: Load) => {
  void make(load)
    .then(
      (result): LoadReport => ({ result }),
      (error: Error): LoadReport => ({ failure: error.message }),
    )
    .then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());

async function make({ url, method, headers, bodies, connections, seconds }: Load): Promise<LoadResult> {
  const startedAt = performance.now();
  const run = autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    ...(bodies.length > 0 && { requests: [{ setupRequest: inTurn(bodies) }] }),
  });
  const latencies: number[] = [];
  let lastAnswerAt = startedAt;
  let lastError: Error | undefined;
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds);
    lastAnswerAt = performance.now();
  });
  run.on('reqError', (error) => (lastError = error));
  refuseFailures(await run, lastError);
  if (latencies.length === 0) throw new Error(`no request was answered within ${seconds} s`);
  return {
    requests: latencies.length,
    seconds: (lastAnswerAt - startedAt) / 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

/** All connections share the turn, so that no two requests at a time carry the same body. */
function inTurn(bodies: readonly string[]): (request: Request) => Request {
  let turn = 0;
  return (request) => ({ ...request, body: bodies[turn++ % bodies.length] });
}

/** A bench of failures measures nothing. */
function refuseFailures({ errors, non2xx, statusCodeStats }: Result, lastError?: Error): void {
  if (errors === 0 && non2xx === 0) return;
  const answers = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} x ${status}`);
  const broken = lastError ? `${errors} broken (${lastError.message})` : `${errors} broken`;
  throw new Error(`not every request succeeded: ${[...answers, broken].join(', ')}`);
}

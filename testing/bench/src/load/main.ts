import autocannon, { type Request as AutocannonRequest, type Result } from 'autocannon';
import { Agent } from 'node:http';
import { percentile } from '../statistics.rules';
import { atRate } from './at-rate';
import { exchange } from './http-exchange';
import type { Downloads, Load, LoadOrder, LoadReport, LoadRequest, LoadResult, PacedLoad } from './load';

const SAMPLE_MS = 50;
const PATIENCE_SECONDS = 30;
/** Subscriber numbers of North America have seven digits and do not begin with 0 or 1. */
const FIRST_NUMBER = 2_000_000;

const agent = new Agent({ keepAlive: true });

/** Shared by all loads, so that each body with a number is unique. */
let turn = 0;
/** The latencies of the current load. */
let latencies: number[] = [];

/** Makes the loads that the bench orders, one at a time. */
process.on('message', (order: LoadOrder) => {
  if (order === 'count') return say({ answered: latencies.length });
  void carryOut(order)
    .then(
      (result): LoadReport => ({ result }),
      (error: Error): LoadReport => ({ failure: error.message }),
    )
    .then(say);
});
process.on('disconnect', () => process.exit());

function say(report: LoadReport): void {
  process.send?.(report);
}

function carryOut(order: Exclude<LoadOrder, 'count'>): Promise<LoadResult> {
  if ('load' in order) return make(order.load);
  return 'paced' in order ? makePaced(order.paced) : makeDownloads(order.downloads);
}

/** Repeats the load for longer if a busy machine has answered nothing in time. */
async function make(load: Load): Promise<LoadResult> {
  for (let seconds = load.seconds; seconds <= load.seconds + PATIENCE_SECONDS; seconds *= 2) {
    const result = await makeOnce({ ...load, seconds });
    if (result) return result;
  }
  throw new Error(`${load.method} ${load.url}: no answer within ${PATIENCE_SECONDS} s`);
}

/** @returns null if nothing was answered. */
async function makeOnce({ url, method, requests, connections, seconds }: Load): Promise<LoadResult | null> {
  latencies = [];
  const startedAt = performance.now();
  const run = autocannon({
    url,
    method,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    timeout: PATIENCE_SECONDS,
    requests: [inTurn(requests)],
  });
  let lastAnswerAt = startedAt;
  let lastError: Error | undefined;
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds);
    lastAnswerAt = performance.now();
  });
  run.on('reqError', (error) => (lastError = error));
  refuseFailures(await run, `${method} ${url}`, lastError);
  if (latencies.length === 0) return null;
  // Each connection had one more in progress at the end.
  return resultOf((lastAnswerAt - startedAt) / 1_000, latencies.length + connections);
}

async function makePaced({ url, requests, perSecond, seconds }: PacedLoad): Promise<LoadResult> {
  latencies = [];
  const startedAt = performance.now();
  await atRate({ perSecond, seconds }, async (_, dueAt) => {
    const { headers, body } = nextOf(requests);
    await exchange(url, { headers, body: body!, agent });
    latencies.push(performance.now() - dueAt);
  });
  return resultOf((performance.now() - startedAt) / 1_000, latencies.length);
}

async function makeDownloads({ url, headers, connections, seconds }: Downloads): Promise<LoadResult> {
  latencies = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= seconds * 1_000;
  const download = async () => {
    while (!isOver()) {
      const sentAt = performance.now();
      await exchange(url, { headers, agent });
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, download));
  return resultOf((performance.now() - startedAt) / 1_000, latencies.length);
}

function resultOf(seconds: number, started: number): LoadResult {
  return {
    requests: latencies.length,
    started,
    seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

/** All connections share the turn, so that no two concurrent requests have the same body. */
function inTurn(requests: readonly LoadRequest[]): AutocannonRequest {
  const [only] = requests;
  if (requests.length === 1 && !only!.body) return { ...only! };
  return { setupRequest: (request) => ({ ...request, ...nextOf(requests) }) };
}

function nextOf(requests: readonly LoadRequest[]): LoadRequest {
  const next = requests[turn % requests.length]!;
  turn += 1;
  const { headers, body } = next;
  if (body === undefined) return next;
  const number = String(FIRST_NUMBER + turn);
  const { 'idempotency-key': key } = headers;
  return {
    ...next,
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key.replace('{number}', number) },
    body: body.replaceAll('{number}', number),
  };
}

/** @throws Error when any request failed, since failures measure nothing. */
function refuseFailures({ errors, non2xx, statusCodeStats }: Result, what: string, lastError?: Error): void {
  if (errors === 0 && non2xx === 0) return;
  const answers = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} x ${status}`);
  const broken = lastError ? `${errors} broken (${lastError.message})` : `${errors} broken`;
  throw new Error(`${what}: not every request succeeded: ${[...answers, broken].join(', ')}`);
}

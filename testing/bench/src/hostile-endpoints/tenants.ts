import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Credential } from '@chat/test-kit';

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  credential: Credential;
  body?: string;
}

export interface Calls {
  /** The latencies, from the moment when each call was due, grouped by second. */
  latenciesMs: number[][];
  /** Number of calls that were not answered with 2xx. */
  failed: number;
}

/**
 * Makes calls at a fixed rate, however long the answers take. Each is made at a random moment of its own period:
 * tenants at constant intervals from each other would always, or never, wait for each other.
 */
export async function callAtRate(call: Call, perSecond: number, seconds: number): Promise<Calls> {
  const agent = new Agent({ keepAlive: true });
  const everyMs = 1_000 / perSecond;
  const startAt = performance.now();
  const calls: Promise<{ latencyMs: number; isAnswered: boolean }>[] = [];
  try {
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const dueAt = startAt + (index + Math.random()) * everyMs;
      await delay(dueAt - performance.now());
      calls.push(
        send(call, agent).then((isAnswered) => ({ latencyMs: performance.now() - dueAt, isAnswered })),
      );
    }
    const made = await Promise.all(calls);
    return {
      latenciesMs: Array.from({ length: Math.ceil(seconds) }, (_, second) =>
        made.slice(second * perSecond, (second + 1) * perSecond).map(({ latencyMs }) => latencyMs),
      ),
      failed: made.filter(({ isAnswered }) => !isAnswered).length,
    };
  } finally {
    agent.destroy();
  }
}

/** @returns whether the answer was 2xx. */
async function send({ method, url, credential, body }: Call, agent: Agent): Promise<boolean> {
  const headers = {
    'client-id': credential.clientId,
    'client-secret': credential.clientSecret,
    ...(body && { 'content-type': 'application/json' }),
  };
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method, headers, agent }, resolve).once('error', reject).end(body);
    });
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode! < 300;
  } catch {
    return false;
  }
}

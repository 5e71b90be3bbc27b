import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Credential } from '@chat/testing';

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  credential: Credential;
  body?: string;
}

/**
 * Makes calls at a fixed rate, however long the answers take.
 * @returns how long each took in milliseconds, from the moment it was to be made.
 * @throws Error when one was answered with anything but 2xx.
 */
export async function callAtRate(call: Call, perSecond: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const everyMs = 1_000 / perSecond;
  // Tenants do not call in step.
  const startAt = performance.now() + Math.random() * everyMs;
  const calls: Promise<number>[] = [];
  try {
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const dueAt = startAt + index * everyMs;
      await delay(dueAt - performance.now());
      calls.push(send(call, agent).then(() => performance.now() - dueAt));
    }
    return await Promise.all(calls);
  } finally {
    agent.destroy();
  }
}

async function send({ method, url, credential, body }: Call, agent: Agent): Promise<void> {
  const headers = {
    'client-id': credential.clientId,
    'client-secret': credential.clientSecret,
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent }, resolve).once('error', reject).end(body);
  });
  answer.resume();
  await new Promise((resolve, reject) => answer.once('end', resolve).once('error', reject));
  if (answer.statusCode! >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}.`);
}

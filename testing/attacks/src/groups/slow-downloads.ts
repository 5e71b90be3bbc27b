import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '@chat/test-kit';
import { readAnswers } from '../http/answers.rules';
import { problemsOfAnswer } from '../judge/answer.rules';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import type { Stall } from './beside';

export const DOWNLOADS = 64;
/** How many of them a gateway serves to one account at once. */
const SERVED = 32;
/** A few KB/s. */
const SLOW_BYTES = 2 * 1_024;
const SLOW_PAUSE_MS = 500;

interface Download {
  readonly socket: Socket;
  readonly received: Buffer[];
}

/** Downloads a large file many times, slowly. Those beyond what an account may have under way are refused. */
export async function stallDownloads(world: World, { headers }: Tenant, path: string): Promise<Stall> {
  const { hostname, port } = new URL(world.gateway.baseUrl);
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const begun = await Promise.all(
    Array.from({ length: DOWNLOADS }, async (): Promise<Download> => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      return { socket, received: [] };
    }),
  );
  const reading = setInterval(() => begun.forEach(readSome), SLOW_PAUSE_MS);
  const answered = () => begun.filter(({ received }) => received.length > 0).length;
  return {
    taken: answered,
    end: async () => {
      try {
        await until(() => answered() === DOWNLOADS, { describe: `${DOWNLOADS} downloads to be answered` });
        return problemsOf(begun);
      } finally {
        clearInterval(reading);
        begun.forEach(({ socket }) => socket.destroy());
      }
    },
  };
}

/** What is not read stays in the socket, and soon in the gateway. */
function readSome({ socket, received }: Download): void {
  const bytes = socket.read(Math.min(SLOW_BYTES, socket.readableLength)) as Buffer | null;
  if (bytes) received.push(bytes);
}

function problemsOf(downloads: readonly Download[]): string[] {
  // The others are still being served.
  const refusals = downloads.flatMap(({ received }) => readAnswers(Buffer.concat(received)).answers);
  const served = DOWNLOADS - refusals.length;
  return [
    ...(served === SERVED ? [] : [`${served} of ${DOWNLOADS} were served at once instead of ${SERVED}.`]),
    ...refusals.flatMap(({ status, headers, body }) =>
      problemsOfAnswer(
        { status, body, header: (name) => headers[name] ?? null },
        { codes: ['rate_limit_exceeded'] },
      ),
    ),
    ...(refusals.every(({ headers }) => headers['retry-after'])
      ? []
      : ['A refusal does not say when to try again.']),
  ];
}

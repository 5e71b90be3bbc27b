import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AttackGroup } from '../attack';
import { readAnswers, type RawAnswer } from '../http/answers.rules';
import { HttpTarget, type HttpAnswer } from '../http/exchange';
import { exchangeRaw, type RawPart } from '../http/raw-exchange';
import { problemsOfAnswer, type Expectation } from '../judge/answer.rules';
import { REACHABLE } from '../outbound/hostile-names';
import { StallingServer, takenOf } from '../outbound/stalling-server';
import { channel } from '../routes/records/channels';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { HONEST, openTenants, outlasts, type Stall } from './beside';
import { documentForm, receiver, sentDocument } from './files';
import { DOWNLOADS, stallDownloads } from './slow-downloads';

/** More than an account may have under way. */
const UPLOADS = 48;
const FETCHING_ACCOUNTS = 8;
const FETCHES_OF_ACCOUNT = 8;
/** What is missing of each of them. */
const UNSENT_BYTES = 20;
/** A slow line carries so much at a time. */
const SLOW_BYTES = 16 * 1_024;
const SLOW_PAUSE_MS = 500;
const SLOW_PATIENCE_MS = 40_000;

const whole = Buffer.alloc(256 * 1_024, 'x');
/** Nearly two parts of an upload to S3. */
const beginning = Buffer.alloc(9.9 * 1_024 * 1_024, 'x');
const ownFile = sentDocument(whole);
const largeFile = sentDocument(beginning);

/** Files that arrive or leave slowly, beside those of others. */
export const slowFiles: AttackGroup = {
  name: 'slow-files',
  about:
    'large files that stall, uploaded or downloaded by one account and fetched for eight, beside ten honest accounts',
  atOnce: 1,
  attacks: async (world) => {
    const honest = await openTenants(world, 'honest', HONEST, [ownFile]);
    const [uploader] = await openTenants(world, 'uploader', 1, [channel]);
    const [downloader] = await openTenants(world, 'downloader', 1, [largeFile]);
    const fetchers = await openTenants(world, 'fetcher', FETCHING_ACCOUNTS, [channel]);
    return [
      {
        name: `${UPLOADS} stalled uploads of one account`,
        run: () =>
          outlasts(honest, upload, async () => {
            const slow = uploadSlowly(world, honest[0]!);
            const stall = await stallUploads(world, uploader!);
            return { ...stall, end: async () => [...(await slow), ...(await stall.end())] };
          }),
      },
      {
        name: `${FETCHES_OF_ACCOUNT} stalled files by URL of each of ${FETCHING_ACCOUNTS} accounts`,
        run: async () => {
          const server = await StallingServer.start(REACHABLE, { whole, beginning });
          const fetchWhole = (tenant: Tenant) => fetchFile(tenant, `${server.url}/whole`);
          const stall = () => stallFetches(world, fetchers, server);
          return outlasts(honest, fetchWhole, stall).finally(() => server.stop());
        },
      },
      {
        name: `${DOWNLOADS} slow downloads of one account`,
        run: () =>
          outlasts(honest, downloadAndWrite, async () =>
            stallDownloads(world, downloader!, String(await downloader!.own(largeFile))),
          ),
      },
    ];
  },
};

async function upload(tenant: Tenant): Promise<HttpAnswer> {
  const { body, type } = await documentForm(tenant, whole);
  return tenant.send('POST', '/v1/messages', body, { 'content-type': type });
}

async function fetchFile(tenant: Tenant, url: string): Promise<HttpAnswer> {
  return tenant.send('POST', '/v1/messages', await urlBodyOf(tenant, url));
}

/** Downloads, and sends what needs no media. */
async function downloadAndWrite(tenant: Tenant): Promise<HttpAnswer> {
  const file = await tenant.send('GET', String(await tenant.own(ownFile)));
  if (file.status !== 200) return file;
  const body = JSON.stringify({ ...(await receiver(tenant)), message: tenant.text() });
  return tenant.send('POST', '/v1/messages', body);
}

async function urlBodyOf(tenant: Tenant, url: string): Promise<string> {
  return JSON.stringify({ ...(await receiver(tenant)), document_url: url });
}

/** Sends the beginning of many files. Those beyond what an account may have under way are refused. */
async function stallUploads(world: World, tenant: Tenant): Promise<Stall> {
  const { hostname, port } = new URL(world.gateway.baseUrl);
  const { head, body } = await rawUpload(tenant, beginning);
  const begun = await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      const socket = connect(Number(port), hostname);
      const received: Buffer[] = [];
      socket.on('data', (bytes: Buffer) => received.push(bytes)).on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(head);
      socket.write(body.subarray(0, -UNSENT_BYTES));
      return { socket, received };
    }),
  );
  return {
    taken: () => takenOf(begun.map(({ socket }) => socket)),
    end: async () => {
      const answers = begun.flatMap(({ received }) => readAnswers(Buffer.concat(received)).answers);
      await Promise.all(begun.map(({ socket }) => hangUp(socket)));
      return [
        ...(answers.length === 0 ? [`None of ${UPLOADS} uploads was refused.`] : []),
        ...answers.flatMap((answer) => problemsOf(answer, { codes: ['rate_limit_exceeded'] })),
      ];
    },
  };
}

/** Sends a file as a phone on a slow line does. @returns what was wrong with the answer. */
async function uploadSlowly(world: World, tenant: Tenant): Promise<string[]> {
  const { head, body } = await rawUpload(tenant, whole);
  const pieces = Math.ceil(body.length / SLOW_BYTES);
  const parts = Array.from({ length: pieces }, (_, index): RawPart[] => [
    body.subarray(index * SLOW_BYTES, (index + 1) * SLOW_BYTES),
    SLOW_PAUSE_MS,
  ]);
  const { answers } = await exchangeRaw(world.gateway.baseUrl, [head, ...parts.flat()], SLOW_PATIENCE_MS);
  if (answers.length !== 1) return ['The slow upload was not answered.'];
  return problemsOf(answers[0]!, { codes: [], orSuccess: true });
}

/** The request of an upload, byte for byte. */
async function rawUpload(tenant: Tenant, bytes: Buffer): Promise<{ head: string; body: Buffer }> {
  const { body, type } = await documentForm(tenant, bytes);
  const headers = { host: 'x', ...tenant.headers, 'content-type': type, 'content-length': `${body.length}` };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `POST /v1/messages HTTP/1.1\r\n${lines.join('')}\r\n`, body };
}

function problemsOf({ status, headers, body }: RawAnswer, expectation: Expectation): string[] {
  return problemsOfAnswer({ status, body, header: (name) => headers[name] ?? null }, expectation);
}

async function hangUp(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket.destroy(), 'close');
}

/** Has the same file fetched many times, which never arrives whole. */
function stallFetches(world: World, tenants: readonly Tenant[], server: StallingServer): Stall {
  const expected: Expectation = { codes: ['validation_error', 'rate_limit_exceeded'] };
  // With connections of its own, so that honest accounts wait for none.
  const target = new HttpTarget(world.gateway.baseUrl);
  const fetchStalled = async (tenant: Tenant) => {
    const body = await urlBodyOf(tenant, `${server.url}/stalled`);
    const headers = { ...tenant.headers, 'content-type': 'application/json' };
    const answer = await target.send({ method: 'POST', path: '/v1/messages', headers, body });
    return world.judge(answer, expected, tenant.name);
  };
  const problems = Promise.all(
    tenants.flatMap((tenant) => Array.from({ length: FETCHES_OF_ACCOUNT }, () => fetchStalled(tenant))),
  );
  // Nobody may be left to hear of a failure, if the attack takes too long.
  problems.catch(() => undefined);
  return {
    taken: () => server.taken,
    end: async () => {
      server.hangUp();
      return (await problems.finally(() => target.close())).flat();
    },
  };
}

/** No process of the service may be killed for the memory that it takes. */

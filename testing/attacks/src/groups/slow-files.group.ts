import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, AttackGroup } from '../attack';
import { readAnswers, type RawAnswer } from '../http/answers.rules';
import { HttpTarget, type HttpAnswer } from '../http/exchange';
import { formOf, type FormFile } from '../http/form';
import { exchangeRaw, type RawPart } from '../http/raw-exchange';
import { problemsOfAnswer, type Expectation } from '../judge/answer.rules';
import { REACHABLE } from '../outbound/hostile-names';
import { StallingServer, takenOf } from '../outbound/stalling-server';
import { channel } from '../routes/records/channels';
import { forgetPeakMemory, memoryLimitOf, readPeakMemory } from '../world/peak-memory';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

const HONEST = 10;
/** How many files each of them sends before, during and after an attack. */
const ROUNDS = 3;
/** How long an honest client waits for an answer. */
const PATIENCE_MS = 10_000;
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
/** A stalled attack is at its height when nothing has moved for so long. */
const QUIET_MS = 2_000;

const whole = Buffer.alloc(256 * 1_024, 'x');
/** Nearly two parts of an upload to S3. */
const beginning = Buffer.alloc(9.9 * 1_024 * 1_024, 'x');
/** The services that hold files of clients in memory. */
const holders = ['gateway', 'messaging', 'templates'];

/** Something that takes memory until it is ended. */
interface Stall {
  /** How many bytes of it the product has taken so far. */
  taken(): number;
  /** @returns what was wrong with the answers to it. */
  end(): Promise<readonly string[]>;
}

/** Files that arrive slowly, beside those of others. */
export const slowFiles: AttackGroup = {
  name: 'slow-files',
  about: 'large files that stall, uploaded by one account and fetched for eight, beside ten honest accounts',
  atOnce: 1,
  attacks: async (world) => {
    const honest = await openSenders(world, 'honest', HONEST);
    const [uploader] = await openSenders(world, 'uploader', 1);
    const fetchers = await openSenders(world, 'fetcher', FETCHING_ACCOUNTS);
    await Promise.all(holders.map((service) => forgetPeakMemory(world.stack.pid(service))));
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
      ...holders.map((service) => keepsToItsMemory(world, service)),
    ];
  },
};

/** Accounts with a channel to send with. */
async function openSenders(world: World, name: string, count: number): Promise<Tenant[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const tenant = await world.openTenant(`${name}${index}`);
      await tenant.own(channel);
      return tenant;
    }),
  );
}

/** Honest accounts send their files before, during and after an attack. */
async function outlasts(
  honest: readonly Tenant[],
  send: (tenant: Tenant) => Promise<HttpAnswer>,
  begin: () => Promise<Stall> | Stall,
): Promise<string[]> {
  const before = await failuresOf(honest, send);
  const stall = await begin();
  await reachHeight(stall);
  const during = await failuresOf(honest, send);
  const answers = await stall.end();
  const after = await failuresOf(honest, send);
  const phases = Object.entries({ before, during, after });
  return [
    ...phases.flatMap(([phase, failures]) => [...failures].map((failure) => `${phase}: ${failure}`)),
    ...answers,
  ];
}

async function reachHeight(stall: Stall): Promise<void> {
  let before: number;
  do {
    before = stall.taken();
    await delay(QUIET_MS);
  } while (before === 0 || before !== stall.taken());
}

/** All of them send at the same time, some files in a row. @returns each kind of failure once. */
async function failuresOf(
  honest: readonly Tenant[],
  send: (tenant: Tenant) => Promise<HttpAnswer>,
): Promise<Set<string>> {
  const failures = new Set<string>();
  const late = `There was no answer within ${PATIENCE_MS / 1_000} seconds.`;
  const sendSome = async (tenant: Tenant) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answer = await Promise.race([send(tenant), delay(PATIENCE_MS, null, { ref: false })]);
      if (answer?.status !== 201) failures.add(answer ? `${answer.status} ${answer.bytes.toString()}` : late);
    }
  };
  await Promise.all(honest.map(sendSome));
  return failures;
}

async function upload(tenant: Tenant): Promise<HttpAnswer> {
  const { body, type } = formOf(await receiver(tenant), [fileOf(whole)]);
  return tenant.send('POST', '/v1/messages', body, { 'content-type': type });
}

async function fetchFile(tenant: Tenant, url: string): Promise<HttpAnswer> {
  return tenant.send('POST', '/v1/messages', await urlBodyOf(tenant, url));
}

async function urlBodyOf(tenant: Tenant, url: string): Promise<string> {
  return JSON.stringify({ ...(await receiver(tenant)), document_url: url });
}

async function receiver(tenant: Tenant): Promise<Record<string, unknown>> {
  return { chat_account_id: await tenant.own(channel), mobile_code: '1', mobile: tenant.number().slice(1) };
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
  const { body, type } = formOf(await receiver(tenant), [fileOf(bytes)]);
  const headers = { host: 'x', ...tenant.headers, 'content-type': type, 'content-length': `${body.length}` };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `POST /v1/messages HTTP/1.1\r\n${lines.join('')}\r\n`, body };
}

function fileOf(bytes: Buffer): FormFile {
  return { name: 'document', filename: 'file.bin', type: 'application/octet-stream', bytes };
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
function keepsToItsMemory(world: World, service: string): Attack {
  return {
    name: `the memory of ${service}`,
    isLast: true,
    run: async () => {
      const [peak, limit] = [await readPeakMemory(world.stack.pid(service)), await memoryLimitOf(service)];
      return peak < limit ? [] : [`It had ${peak} MiB, and may have ${limit}.`];
    },
  };
}

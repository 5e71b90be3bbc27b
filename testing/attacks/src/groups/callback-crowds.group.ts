import { createHmac } from 'node:crypto';
import { providerCallbacks, SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import type { Attack, AttackGroup } from '../attack';
import { HeldConnections } from '../http/held-connections';
import type { World } from '../world/world';
import { leavesRoom, sendAlone, type AskOthers, type Outcome } from './crowd';

/** More than the callback port has connections. */
const STRANGERS = 1_100;
/** How many are enough to fill the memory that there is for bodies, and how much of a body each of them sends. */
const HEAVY = { count: 180, bytes: 400_000 };
/** Where those who need no address of their own come from. */
const STRANGER = '127.66.0.66';

/** What the provider sends at each moment. */
interface Load {
  /** How many callbacks one after the other, each from an address that it never used before. */
  readonly callbacks: number;
  /** How many at once from one more such address. */
  readonly burst: number;
  readonly bytes: number;
}

const usual: Load = { callbacks: 30, burst: 100, bytes: 100 };
const heavy: Load = { callbacks: 5, burst: 1, bytes: 1_000_000 };

/** Strangers who hold as many connections to the callback port as they get, beside the provider. */
export const callbackCrowds: AttackGroup = {
  name: 'callback-crowds',
  about: '1,100 silent or slow connections to the callback port, also behind a proxy, beside the provider',
  atOnce: 1,
  attacks: (world) => {
    const direct = world.callbacks.baseUrl;
    const behindProxy = world.callbacksBehindProxy.baseUrl;
    const crowd = (name: string, url: string, beginning: (index: number) => string): Attack =>
      leavesRoom(
        `${STRANGERS} ${name}`,
        () => HeldConnections.open(url, STRANGERS, beginning, STRANGER),
        providerAt(world, url, usual),
      );
    return [
      crowd('silent connections', direct, () => ''),
      crowd('connections that stop within their headers', direct, () => head(STRANGER)),
      crowd('connections that stop within their body', direct, () => slow(STRANGER)),
      leavesRoom(
        `${HEAVY.count} connections that stop within a long body`,
        () => HeldConnections.open(direct, HEAVY.count, () => slow(STRANGER, HEAVY.bytes), STRANGER),
        providerAt(world, direct, heavy),
      ),
      crowd('requests of one client behind a proxy', behindProxy, () => slow(STRANGER)),
      crowd('requests of eleven clients behind a proxy', behindProxy, (at) => slow(`127.66.1.${at % 11}`)),
    ];
  },
};

/** The beginning of a callback, with the address that a proxy would add. */
function head(client: string): string {
  return (
    `POST ${providerCallbacks} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n` +
    `Content-Type: application/json\r\n${SIGNATURE_HEADER}: sha256=00\r\n`
  );
}

/** A callback that lacks its last byte. */
function slow(client: string, bytes = 1): string {
  return `${head(client)}Content-Length: ${bytes + 1}\r\n\r\n${'x'.repeat(bytes)}`;
}

function providerAt({ provider }: World, url: string, { callbacks, burst, bytes }: Load): AskOthers {
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] }).padEnd(bytes);
  const signature = `sha256=${createHmac('sha256', provider.appSecret).update(body).digest('hex')}`;
  const network = `127.${(networksUsed += 1)}`;
  const call = (from: string) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      [SIGNATURE_HEADER]: signature,
    };
    return sendAlone(url, { method: 'POST', path: providerCallbacks, headers, body }, from);
  };
  return async (moment) => {
    const outcomes: Outcome[] = [];
    for (let at = 1; at <= callbacks; at += 1) outcomes.push(await call(`${network}.${moment}.${at}`));
    const atOnce = Array.from({ length: burst }, () => call(`${network}.${moment}.254`));
    return [...outcomes, ...(await Promise.all(atOnce))];
  };
}

let networksUsed = 100;

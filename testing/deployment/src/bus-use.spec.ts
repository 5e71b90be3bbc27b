import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { busUse } from '@chat/contracts/bus-use';
import * as cloudConnector from '@chat/contracts/cloud-connector';
import * as deviceSessions from '@chat/contracts/device-sessions';
import { personTraceOperations } from '@chat/contracts/person-traces';
import { operationNames, serviceNames } from '@chat/contracts/table';
import { services } from '@chat/standalone';

const { sendThroughCloud, settleCloudSend, readThroughCloud, showTypingThroughCloud, forgetCloudMessages } =
  cloudConnector;

/** The operations by the names under which the contracts export them. */
const named = new Map<string, readonly { subject: string }[]>([
  ...[...operationNames].map(([operation, name]) => [name, [operation]] as const),
  [
    'deviceConnector',
    [
      deviceSessions.sendThroughDevice,
      deviceSessions.settleDeviceSend,
      deviceSessions.readThroughDevice,
      deviceSessions.showTypingThroughDevice,
      deviceSessions.forgetDeviceMessages,
    ],
  ] as const,
  [
    'cloudConnector',
    [sendThroughCloud, settleCloudSend, readThroughCloud, showTypingThroughCloud, forgetCloudMessages],
  ] as const,
  [
    'personTraceOperations',
    serviceNames.flatMap((service) => Object.values(personTraceOperations(service))),
  ] as const,
]);

/** Reads the source of a service, without its specs and test helpers. */
function sourceOf(service: string): string {
  const folder = join(__dirname, '../../../apps', service, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts') && !file.includes('testing/'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

/** Returns the operations of other services that the source imports, and those of its own that it requests. */
function calledOperations(service: string, source: string): string[] {
  const imports = [...source.matchAll(/import \{([^}]*)\} from '@chat\/contracts\/[^']+'/g)];
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  const subjects = names.flatMap((name) => {
    const isRequested = source.includes(`.request(${name},`);
    const ofName = (named.get(name) ?? []).map(({ subject }) => subject);
    return ofName.filter((subject) => isRequested || !subject.startsWith(`rpc.${service}.`));
  });
  return [...new Set(subjects)].sort();
}

/** Returns the durables that the source names, and those through which service-kit receives deletions and suspensions. */
function durablesOf(service: string, source: string): RegExp[] {
  // A durable that is named twice is a constant.
  const written = [...source.matchAll(/(?:durable:|const DURABLE =) ['`]([^'`]+)['`]/g)].flatMap(
    ([, durable]) => durable ?? [],
  );
  const all = [
    ...written,
    ...(source.includes('.purgeWith(') ? [`${service}-channel-events`] : []),
    ...(source.includes('stopsForSuspendedAccounts: true') ? [`${service}-account-events`] : []),
  ];
  return all.map((durable) => new RegExp(`^${durable.replaceAll(/\$\{[^}]*\}/g, '.+')}$`));
}

describe('the bus use that services declare matches their code', () => {
  it.each(services.map((service) => [service.name, service] as const))('%s', (name, service) => {
    const source = sourceOf(name);
    const { calls, consumes, hears = [] } = busUse[name]!;
    const durables = durablesOf(name, source);

    expect(service.busUse).toEqual(busUse[name]);
    expect(durables.filter((pattern) => !Object.keys(consumes).some((name) => pattern.test(name)))).toEqual(
      [],
    );
    expect(Object.keys(consumes).filter((name) => !durables.some((pattern) => pattern.test(name)))).toEqual(
      [],
    );
    expect([...source.matchAll(/notices\.subscribe\(/g)]).toHaveLength(hears.length);
    // The gateway calls whatever has a route, and its declaration is derived from the routes.
    if (name !== 'gateway') {
      expect(calls.map(({ subject }) => subject).sort()).toEqual(calledOperations(name, source));
    }
  });
});

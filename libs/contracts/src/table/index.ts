import type { EventType, Operation } from '..';
import { heldBlobs } from '../blobs';
import * as channels from '../channels';
import * as cloudConnector from '../cloud-connector';
import * as crm from '../crm';
import { deadLetterOperations } from '../dead-letters';
import * as deviceSessions from '../device-sessions';
import * as gateway from '../gateway';
import { jobOperations } from '../jobs';
import { servicesWithLimits, usageOperations } from '../limits';
import { loadOperation } from '../load';
import * as messaging from '../messaging';
import { personTraceOperations } from '../person-traces';
import { secretKeyOperations, servicesWithSecrets } from '../secret-keys';
import * as templates from '../templates';
import * as tickets from '../tickets';
import * as webhooks from '../webhooks';

const services = [
  channels,
  cloudConnector,
  crm,
  deviceSessions,
  gateway,
  messaging,
  templates,
  tickets,
  webhooks,
];

const exported = services.flatMap((service) => Object.values<unknown>(service));

const declared = exported.filter(isOperation);

/** The names of the declared operations, in the code and in the documentation. */
export const operationNames: ReadonlyMap<Operation, string> = new Map(
  services
    .flatMap((service) => Object.entries<unknown>(service))
    .flatMap(([name, value]) => (isOperation(value) ? [[value, name] as const] : [])),
);

/** The names of the services on the bus. */
export const serviceNames: readonly string[] = [
  ...new Set(declared.map(({ subject }) => subject.split('.')[1]!)),
];

/** The services that accept uploads. */
export const keepersOfUploads: readonly string[] = [
  ...new Set(declared.filter(({ upload }) => upload).map(({ subject }) => subject.split('.')[1]!)),
];

/** Every operation of every service: the declared ones, and those that every service of its kind has. */
export const operations: readonly Operation[] = [
  ...declared,
  ...serviceNames.flatMap((service): Operation[] => [
    ...Object.values(deadLetterOperations(service)),
    ...Object.values(jobOperations(service)),
    ...Object.values(personTraceOperations(service)),
    loadOperation(service),
  ]),
  ...servicesWithSecrets.flatMap((service): Operation[] => Object.values(secretKeyOperations(service))),
  ...servicesWithLimits.flatMap((service): Operation[] => Object.values(usageOperations(service))),
  ...keepersOfUploads.map((service): Operation => heldBlobs(service)),
];

/** Every event type of every service. */
export const eventTypes: readonly EventType[] = exported.filter(
  (value): value is EventType => hasSubject(value) && value.subject.startsWith('evt.'),
);

function isOperation(value: unknown): value is Operation {
  return hasSubject(value) && value.subject.startsWith('rpc.');
}

function hasSubject(value: unknown): value is { subject: string } {
  return (
    typeof value === 'object' && value !== null && 'subject' in value && typeof value.subject === 'string'
  );
}

import type { EventType } from '../event';
import { Components, reference, sorted, type Json } from '../openapi/components';
import { objectSchema, schemaOf } from '../openapi/schemas';
import { eventTypes } from '../table';
import { introduction } from './introduction';

/** Builds the AsyncAPI 3.0 document of the events on NATS from the event types and the DTO classes. */
export function asyncApiDocument(): Json {
  const components = new Components();
  addEnvelope(components);
  const events = [...publicEvents()].sort((a, b) => (a.type < b.type ? -1 : 1));
  const messages = events.map((event) => [event.type, messageOf(event, components)] as const);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Chat API: events', version: 'v1', description: introduction },
    servers: {
      nats: {
        host: 'localhost:4222',
        protocol: 'nats',
        description: 'JetStream, stream `CHAT_EVENTS`.',
        security: [reference('securitySchemes', 'user')],
      },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(events.map((event) => [event.type, channelOf(event)])),
    operations: Object.fromEntries(events.map((event) => [event.type, operationOf(event)])),
    components: {
      schemas: components.print().schemas,
      messages: Object.fromEntries(messages),
      securitySchemes: { user: { type: 'userPassword', description: 'A user of the NATS server.' } },
    },
  };
}

/**
 * Returns the events that are part of the contract. Internal ones, which connectors and sessions report to individual
 * services, change with those services.
 */
function publicEvents(): readonly EventType[] {
  return eventTypes.filter(({ subject }) => subject.split('.').length === 4);
}

function channelOf({ type, subject, summary }: EventType): Json {
  return {
    address: subject,
    ...(summary && { summary }),
    messages: { [type]: reference('messages', type) },
  };
}

function operationOf({ type }: EventType): Json {
  const channel = { $ref: `#/channels/${type}` };
  return { action: 'send', channel, messages: [{ $ref: `#/channels/${type}/messages/${type}` }] };
}

function messageOf({ type, data, summary }: EventType, components: Components): Json {
  const narrowed = {
    type: 'object',
    properties: { type: { const: type }, data: schemaOf(data, 'json', components) },
  };
  return {
    name: type,
    ...(summary && { title: summary }),
    payload: { allOf: [reference('schemas', 'CloudEvent'), narrowed] },
  };
}

const text = (description: string, more: Json = {}) => ({ type: 'string', description, ...more });

/** Adds the CloudEvents 1.0 envelope in its JSON format. */
function addEnvelope(components: Components): void {
  const required = {
    specversion: { const: '1.0' },
    id: text('The same on every delivery of the event: use it to detect duplicates.', { format: 'uuid' }),
    source: text('`/services/<service>`'),
    type: text('The name of the event.'),
    subject: text('The entity, for example `messages/17`.'),
    time: text('When the event happened.', { format: 'date-time' }),
    datacontenttype: { const: 'application/json' },
    accountid: text('The account that the event belongs to.'),
    entityversion: {
      type: 'integer',
      description:
        'Increases with every change of the entity: ignore events older than the latest one you have seen.',
    },
    data: { type: 'object' },
  };
  const optional = {
    channelid: text('The channel that the event belongs to; absent if it belongs to none.'),
    traceparent: text('The W3C trace context of what caused the event.'),
  };
  components.add('schemas', 'CloudEvent', {
    description: 'Ignore fields that you do not recognize: new ones may be added.',
    ...objectSchema(sorted({ ...required, ...optional }), { required: Object.keys(required) }),
  });
}

import type { EventType } from '../event';
import { jsonContent } from './answers';
import { reference, type Components, type Json } from './components';
import { timeExample } from './example-answers';
import { exampleOf } from './examples';
import { objectSchema, schemaOf } from './schemas';
import { EVENTS } from './tags';

/** The headers of every delivery. */
export const webhookHeaders: Readonly<Record<string, Json>> = {
  WebhookId: header(
    'webhook-id',
    'Identifies the event. It is the same on every attempt: use it to detect duplicates.',
    'd3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When this attempt was signed, as a Unix timestamp in seconds.',
    '1769854830',
  ),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the ' +
      'endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a ' +
      'space. Verify one of them before you trust the body.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

/** Adds the schema that the bodies of all events share. */
export function addWebhookEvent(components: Components): void {
  components.add('schemas', 'WebhookEvent', {
    description: 'Ignore types that you do not recognize: new ones may be added.',
    ...objectSchema({
      type: { type: 'string' },
      timestamp: { type: 'string', format: 'date-time', description: 'When the event happened.' },
      data: { type: 'object', additionalProperties: true },
    }),
  });
}

/** Returns the OpenAPI path item of an event that is delivered to webhook endpoints. */
export function webhookObject(
  { type, data, summary, example }: Pick<EventType, 'type' | 'data' | 'summary' | 'example'>,
  components: Components,
): Json {
  const narrowed = {
    type: 'object',
    required: ['type', 'data'],
    properties: { type: { type: 'string', const: type }, data: schemaOf(data, 'json', components) },
  };
  return {
    post: {
      operationId: type,
      tags: [EVENTS],
      summary,
      description:
        'Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.',
      security: [],
      parameters: Object.keys(webhookHeaders).map((name) => reference('parameters', name)),
      requestBody: {
        required: true,
        ...jsonContent(
          { allOf: [reference('schemas', 'WebhookEvent'), narrowed] },
          { example: { type, timestamp: timeExample, data: exampleOf(data, example as Json) } },
        ),
      },
      responses: {
        '2XX': {
          description:
            'Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in ' +
            'all, over about 76 hours. A 410 response disables the endpoint.',
        },
      },
    },
  };
}

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}

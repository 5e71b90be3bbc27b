import type { EventType } from '../event';
import { jsonContent } from './answers';
import { reference, type Components, type Json } from './components';
import { objectSchema, schemaOf } from './schemas';
import { EVENTS } from './tags';

/** The headers of every delivery. */
export const webhookHeaders: Readonly<Record<string, Json>> = {
  WebhookId: header('webhook-id', 'The event. It is the same on every attempt: know repeats by it.'),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.'),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body` with the secret of the endpoint ' +
      '(Standard Webhooks). For 24 hours after a rotation there are two, separated by a space. Verify one of them ' +
      'before you trust the body.',
  ),
};

/** What the bodies of all events have in common. */
export function addWebhookEvent(components: Components): void {
  components.add('schemas', 'WebhookEvent', {
    description: 'Ignore types that you do not know: new ones may come.',
    ...objectSchema({
      type: { type: 'string' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: { type: 'object' },
    }),
  });
}

/** The OpenAPI form of an event that goes out to webhook endpoints. */
export function webhookObject(
  { type, data, summary }: Pick<EventType, 'type' | 'data' | 'summary'>,
  components: Components,
): Json {
  const narrowed = {
    properties: { type: { const: type }, data: schemaOf(data, 'answered', components) },
  };
  return {
    post: {
      operationId: type,
      tags: [EVENTS],
      summary,
      security: [],
      parameters: Object.keys(webhookHeaders).map((name) => reference('parameters', name)),
      requestBody: {
        required: true,
        ...jsonContent({ allOf: [reference('schemas', 'WebhookEvent'), narrowed] }),
      },
      responses: {
        '2XX': {
          description:
            'Received. Any other answer, or none within 15 seconds, is tried again, ten times in all within some ' +
            '76 hours. An answer 410 disables the endpoint.',
        },
      },
    },
  };
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

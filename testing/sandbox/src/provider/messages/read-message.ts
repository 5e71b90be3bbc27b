import { z } from 'zod';
import { GraphError } from '../graph/graph-error';
import { readParams } from '../graph/read-params';
import { contentSchemas, type ContentType, type TemplateMessage } from './content.schema';

/** A message that a business wants to send. */
export interface OutgoingMessage {
  type: ContentType;
  /** The value of the member named after the type. */
  content: unknown;
  /** A phone number as the business wrote it; null when it named a user id. */
  to: string | null;
  userId: string | null;
  contextId: string | null;
  /** What the business gave as `biz_opaque_callback_data`, which is part of every status. */
  callbackData: string | null;
  /** The message that it stands for: of what this product gives, the id without that of the installation. */
  reference: string | null;
}

/** A business's report about a message that it received. */
export interface ReadReceipt {
  messageId: string;
  /** Whether the person also sees that the business types. */
  types: boolean;
}

const product = { messaging_product: z.literal('whatsapp') };
const receipt = z.object({
  ...product,
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});
const envelope = z.object({
  ...product,
  recipient_type: z.literal('individual').optional(),
  to: z.union([z.string(), z.number().transform(String)]).optional(),
  recipient: z.string().optional(),
  type: z.string().default('text'),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

/** Reads the body of `POST /{number}/messages`. @throws GraphError that names the invalid parameter. */
export function readMessage(body: unknown): OutgoingMessage | ReadReceipt {
  requireProduct(body);
  if (typeof body === 'object' && body !== null && 'status' in body) {
    const { message_id, typing_indicator } = readParams(receipt, body, { isMessaging: true });
    return { messageId: message_id, types: typing_indicator !== undefined };
  }
  const params = readParams(envelope, body, { isMessaging: true });
  const { to = null, recipient: userId = null, context, type } = params;
  if (!isContentType(type)) throw unknownType(type);
  if (to === null && userId === null) {
    throw new GraphError(131008, { details: 'The parameter to is required.' });
  }
  const given = body as Record<string, unknown>;
  const content = readParams(
    z.object({ [type]: contentSchemas[type] }),
    { [type]: given[type] },
    { isMessaging: true },
  );
  if (type === 'reaction' && context) {
    throw new GraphError(131009, { details: 'A reaction takes no context.' });
  }
  return {
    type,
    content: (content as Record<string, unknown>)[type],
    to: userId === null ? to : null,
    userId,
    contextId: context?.message_id ?? null,
    callbackData: params.biz_opaque_callback_data ?? null,
    reference: params.biz_opaque_callback_data?.replace(/^[0-9a-f]{32}:/, '') ?? null,
  };
}

/** Returns the content of a template message. */
export function templateOf(message: OutgoingMessage): TemplateMessage | null {
  return message.type === 'template' ? (message.content as TemplateMessage) : null;
}

function requireProduct(body: unknown): void {
  const given = (body as { messaging_product?: unknown } | null)?.messaging_product;
  if (given === 'whatsapp') return;
  const sentence =
    given === undefined
      ? 'The parameter messaging_product is required.'
      : 'Param messaging_product must be one of {WHATSAPP}.';
  throw new GraphError(100, { message: `(#100) ${sentence}`, withoutData: true });
}

function isContentType(type: string): type is ContentType {
  return Object.hasOwn(contentSchemas, type);
}

function unknownType(type: string): GraphError {
  const types = Object.keys(contentSchemas).map((name) => name.toUpperCase());
  const sentence = `Param type must be one of {${types.join(', ')}} - got "${type.slice(0, 50)}".`;
  return new GraphError(100, { message: `(#100) ${sentence}`, details: sentence });
}

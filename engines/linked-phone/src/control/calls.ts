import { z } from 'zod';
import type { WrittenMessage } from '@chat/test-kit';

/** A refused call, with a sentence that says why. */
export class Refusal extends Error {
  constructor(
    readonly status: 403 | 404 | 409 | 422,
    sentence: string,
  ) {
    super(sentence);
  }
}

const digits = z.string().regex(/^\d{5,15}$/, 'must be the digits of a number, with its country code');
const time = z.iso.datetime({ offset: true });
const text = z.string().min(1).max(65_536);

export const PhonePath = z.object({ digits });
export const MessagePath = z.object({ digits, id: z.string().min(1) });
export const PutPhone = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  hidden: z.boolean().optional(),
  passkey: z.boolean().optional(),
  restricted_until: time.nullable().optional(),
});
export const LinkPhone = z.union(
  [z.strictObject({ qr: z.string() }), z.strictObject({ pairing_code: z.string() })],
  'Send either qr (the data URI that the API answered) or pairing_code.',
);
export const ReadChat = z.strictObject({ from: digits });
const types = ['text', 'image', 'video', 'document', 'audio', 'sticker', 'location', 'contacts', 'reaction'];
const withMedia: readonly string[] = ['image', 'video', 'document', 'audio', 'sticker'];
/** What a type must have beside `to` and `type`. */
const needed = (type: string) =>
  withMedia.includes(type) ? 'media' : (type as 'text' | 'location' | 'contacts' | 'reaction');
export const WriteMessage = z
  .strictObject({
    to: digits,
    type: z.enum(types).default('text'),
    text: text.optional(),
    caption: text.optional(),
    media: z
      .string()
      .regex(/^data:[^;,]+;base64,[A-Za-z0-9+/]+={0,2}$/, 'must be a data URI in Base64')
      .optional(),
    mime_type: z.string().min(1).max(200).optional(),
    filename: z.string().min(1).max(1_000).optional(),
    ptt: z.boolean().optional(),
    location: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        name: z.string().optional(),
        address: z.string().optional(),
      })
      .optional(),
    contacts: z
      .array(
        z.object({
          name: z.object({ formatted_name: z.string() }),
          phones: z.array(z.object({ phone: z.string() })),
        }),
      )
      .optional(),
    reaction: z.object({ message_id: z.string(), emoji: z.string().optional() }).optional(),
    sent_at: time.optional(),
  })
  .refine((written) => written[needed(written.type)] !== undefined, {
    error: ({ input }) => `Send ${needed((input as WrittenMessage).type ?? 'text')}, too.`,
  });

/** @throws Refusal that names the member. */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(422, [issue!.path.join('.'), issue!.message].filter(Boolean).join(': '));
}

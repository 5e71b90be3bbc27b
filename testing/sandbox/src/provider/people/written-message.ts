import { z } from 'zod';
import { Refusal } from '../../refusal';
import { dataUri } from '../control/data-uri';
import { readControl } from '../control/read-control';

const anyObject = z.record(z.string(), z.unknown());
const moment = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time in ISO 8601');

/** An optional text; null counts as absent. */
const said = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);

const media = { media: dataUri, caption: z.string().optional() };
const kinds = {
  text: z.object({ text: z.string().min(1) }),
  image: z.object(media),
  video: z.object(media),
  document: z.object({ ...media, filename: z.string().optional() }),
  audio: z.object({ media: dataUri, ptt: z.boolean().optional() }),
  sticker: z.object({ media: dataUri }),
  location: z.object({
    location: z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: said,
      address: said,
    }),
  }),
  contacts: z.object({ contacts: z.array(anyObject).min(1), origin: z.string().optional() }),
  reaction: z.object({ reaction: z.object({ message_id: z.string(), emoji: z.string().nullish() }) }),
  interactive: z.object({ interactive: anyObject.and(z.object({ type: z.string() })) }),
  button: z.object({ button: z.object({ payload: z.string(), text: z.string() }) }),
  order: z.object({ order: anyObject, text: z.string().optional() }),
  edit: z.object({ message_id: z.string().min(1), text: said }),
  revoke: z.object({ message_id: z.string().min(1) }),
  system: z.object({ system: anyObject }),
  request_welcome: z.object({}),
  unsupported: z.object({ content: anyObject.optional() }),
};
type Kinds = typeof kinds;

const envelope = z.object({
  to: z.string(),
  type: z.enum(Object.keys(kinds) as (keyof Kinds)[]).default('text'),
  sent_at: moment.optional(),
  /** The message that it quotes: short for `context.message_id`. */
  reply_to: z.string().optional(),
  context: z
    .object({ message_id: z.string().optional(), forwarded: z.boolean().optional() })
    .catchall(z.unknown())
    .optional(),
  /** The ad from which the person came, as the provider writes it. */
  referral: anyObject.optional(),
  /** The user name that the person chose. */
  username: z.string().optional(),
  /** The id by which the business knows the person; by default derived from the number. */
  user_id: z.string().min(1).max(200).optional(),
  /** Members that the provider adds beside the content, such as those of a later version. */
  more: anyObject.optional(),
  /** Whether the business sees a user id instead of the number. */
  hides_number: z.boolean().optional(),
});

type Json = Record<string, unknown>;

/** The kinds in which the person writes nothing new. */
export const silentTypes: readonly string[] = ['system', 'request_welcome', 'edit', 'revoke'];

export type WrittenContent = { [K in keyof Kinds]: { type: K } & z.infer<Kinds[K]> }[keyof Kinds];

/** A message of a person to a business number. */
export interface WrittenMessage {
  content: WrittenContent;
  sentAt: Date | null;
  context: ({ message_id?: string | undefined; forwarded?: boolean | undefined } & Json) | null;
  referral: Json | null;
  username: string | null;
  userId: string | null;
  more: Json | null;
  /** Null: as the person has set it. */
  hidesNumber: boolean | null;
}

/** @throws Refusal 422 for anything that a person cannot send. */
export function readWrittenMessage(body: unknown): WrittenMessage {
  const read = readControl(envelope, body);
  const {
    type,
    sent_at: sentAt,
    reply_to: quoted,
    context: given = null,
    hides_number: hidesNumber = null,
  } = read;
  const content = { ...readControl(kinds[type] as z.ZodType<object>, body), type } as WrittenContent;
  const at = sentAt === undefined ? null : new Date(sentAt);
  if (at && at.getTime() > Date.now()) throw new Refusal(422, 'sent_at must not lie in the future.');
  const context = quoted === undefined ? given : { ...given, message_id: quoted };
  const { referral = null, username = null, user_id: userId = null, more = null } = read;
  return { content, sentAt: at, context, referral, username, userId, more, hidesNumber };
}

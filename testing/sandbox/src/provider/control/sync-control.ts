import { z } from 'zod';
import { historyStatuses, type SharedMessage, type SharedThread } from '../coexistence/shared';
import { mediaLivesMs, type MediaRepository } from '../media/media.repository';
import type { CloudNumber } from '../numbers/numbers.repository';
import { dataUri, type DataUri } from './data-uri';

const digits = z.string().regex(/^\d{5,15}$/, 'must be a phone number in digits');
const moment = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time in ISO 8601');
const person = {
  phone: digits.optional(),
  user_id: z.string().min(1).optional(),
  username: z.string().optional(),
};
const isNamed = ({ phone, user_id }: { phone?: string | undefined; user_id?: string | undefined }) =>
  phone !== undefined || user_id !== undefined;
const NAMELESS = 'must have a phone or a user_id';
const pastMessage = z
  .strictObject({
    from_me: z.boolean(),
    text: z.string().min(1).optional(),
    media: dataUri.optional(),
    caption: z.string().optional(),
    older_shape: z.boolean().default(false),
    unsupported: z.literal(true).optional(),
    sent_at: moment,
    status: z.enum(historyStatuses).default('READ'),
  })
  .refine(
    ({ text, media, unsupported }) =>
      [text, media, unsupported].filter((one) => one !== undefined).length === 1,
    'must have one of text, media and unsupported',
  );
/** What the business app shares. */
export const sync = z.strictObject({
  contacts: z
    .array(
      z
        .strictObject({ ...person, name: z.string().min(1), removed: z.boolean().default(false) })
        .refine(isNamed, NAMELESS),
    )
    .default([]),
  threads: z
    .array(z.strictObject({ ...person, messages: z.array(pastMessage) }).refine(isNamed, NAMELESS))
    .default([]),
  history_declined: z.boolean().default(false),
  echoes: z.array(z.strictObject({ phone: digits, text: z.string().min(1), sent_at: moment })).default([]),
});

/** Stores the files of a history at the provider. */
export async function keepFiles(
  files: MediaRepository,
  { id: numberId, account_id: accountId }: CloudNumber,
  threads: z.output<typeof sync>['threads'],
): Promise<SharedThread[]> {
  const keep = async ({ mimeType, bytes }: DataUri) => {
    const file = { accountId, numberId, mimeType, filename: null, livesMs: mediaLivesMs.inbound };
    const { id, sha256 } = await files.keep(file, bytes);
    return { id, mime_type: mimeType, sha256: Buffer.from(sha256, 'hex').toString('base64') };
  };
  const kept: SharedThread[] = [];
  for (const { messages, ...person } of threads) {
    const shared: SharedMessage[] = [];
    for (const { media, caption, older_shape, ...message } of messages)
      shared.push({ ...message, ...(media && { file: { ...(await keep(media)), caption, older_shape } }) });
    kept.push({ ...person, messages: shared });
  }
  return kept;
}

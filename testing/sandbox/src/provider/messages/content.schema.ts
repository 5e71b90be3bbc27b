import { z } from 'zod';
import { interactive } from './interactive.schema';
import { audio, document, image, sticker, text, video } from './media.schema';

const degrees = (limit: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d+(\.\d+)?$/, 'must be a number')
        .transform(Number),
    ])
    .refine((value) => Math.abs(value) <= limit, `must be between -${limit} and ${limit}`);

const location = z.strictObject({
  latitude: degrees(90),
  longitude: degrees(180),
  name: text(1000).optional(),
  address: text(1000).optional(),
});

const contact = z.object({
  name: z.object({ formatted_name: text(1000) }).loose(),
  phones: z.array(z.object({ phone: z.string().optional() }).loose()).optional(),
});

const reaction = z.strictObject({ message_id: z.string().min(1), emoji: z.string().max(50).default('') });

const parameter = z.object({ type: z.string() }).loose();
const component = z.strictObject({
  type: z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(['header', 'body', 'button'])),
  sub_type: z.string().optional(),
  index: z
    .union([z.number().int(), z.string().regex(/^\d+$/, 'must be a number').transform(Number)])
    .optional(),
  parameters: z.array(parameter).optional(),
});

const templateMessage = z.strictObject({
  name: text(512),
  language: z.strictObject({ code: z.string().min(2), policy: z.literal('deterministic').optional() }),
  components: z.array(component).optional(),
  namespace: z.string().optional(),
});

export type TemplateMessage = z.infer<typeof templateMessage>;

/** The schema of a message's content, by its type. The content is in a member named after the type. */
export const contentSchemas = {
  text: z.strictObject({ body: text(4096), preview_url: z.boolean().optional() }),
  image,
  video,
  audio,
  document,
  sticker,
  location,
  contacts: z.array(contact.loose()).min(1),
  reaction,
  interactive,
  template: templateMessage,
};

export type ContentType = keyof typeof contentSchemas;

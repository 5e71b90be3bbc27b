import { z } from 'zod';

/** A text of at most that many code points. */
export const text = (max: number, min = 1) =>
  z
    .string()
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .refine((value) => value.trim().length >= Math.min(min, 1), 'must not be empty');

const hasOneSource = ({ id, link }: { id?: string | undefined; link?: string | undefined }) =>
  (id === undefined) !== (link === undefined);
const ONE_SOURCE = 'either id or link is required, not both';

export const httpUrl = z
  .string()
  .refine((link) => /^https?:\/\/\S+$/.test(link) && URL.canParse(link), 'must be a web address');
const source = { id: z.string().optional(), link: httpUrl.optional() };

export const image = z
  .strictObject({ ...source, caption: text(1024).optional() })
  .refine(hasOneSource, ONE_SOURCE);
export const video = image;
export const document = z
  .strictObject({ ...source, caption: text(1024).optional(), filename: text(240).optional() })
  .refine(hasOneSource, ONE_SOURCE);
export const audio = z
  .strictObject({ ...source, voice: z.boolean().optional() })
  .refine(hasOneSource, ONE_SOURCE);
export const sticker = z.strictObject(source).refine(hasOneSource, ONE_SOURCE);

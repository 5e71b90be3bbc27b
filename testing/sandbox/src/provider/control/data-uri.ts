import { z } from 'zod';

export interface DataUri {
  mimeType: string;
  bytes: Buffer;
}

/** A file as `data:<type>;base64,<bytes>`. */
export const dataUri = z.string().transform((uri, context): DataUri => {
  const comma = uri.indexOf(',');
  const [, mimeType, encoding] = /^data:([^,]*?)(;base64)$/i.exec(uri.slice(0, Math.max(comma, 0))) ?? [];
  if (mimeType === undefined || encoding === undefined || mimeType === '') {
    context.addIssue({ code: 'custom', message: 'must be a data URI in base64' });
    return z.NEVER;
  }
  return { mimeType, bytes: Buffer.from(uri.slice(comma + 1), 'base64') };
});

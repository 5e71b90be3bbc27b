import { createHash, randomBytes } from 'node:crypto';

/** The beginning of a PNG of one pixel; anything may follow. */
const HEAD = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489000027104944415478',
  'hex',
);

/** A unique file. */
export interface Picture {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** The beginning of a WebP picture that does not move; anything may follow. */
const STICKER_HEAD = Buffer.from('524946460c00000057454250565038580a0000001000000000', 'hex');

export const PICTURE_TYPE = 'image/png';

/** @param size number of bytes after the beginning. */
export function newPicture(size: number): Picture {
  return pictureOf(HEAD, size);
}

/** @param size number of bytes after the beginning. */
export function newSticker(size: number): Picture {
  return pictureOf(STICKER_HEAD, size);
}

function pictureOf(head: Buffer, size: number): Picture {
  const bytes = Buffer.concat([head, randomBytes(size)]);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A form with texts and the picture, as a client uploads it. */
export function formWith(texts: Readonly<Record<string, string | number>>, { bytes }: Picture): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, String(value));
  form.append('image', new Blob([bytes], { type: PICTURE_TYPE }), 'picture.png');
  return form;
}

import { Readable } from 'node:stream';
import { AppError } from '@chat/errors';
import { MultipartForm } from './multipart-form';
import type { UploadsService } from './uploads.service';

const MIB = 1024 * 1024;
const headers = { 'content-type': 'multipart/form-data; boundary=x' };

/** @param disposition what follows `form-data`, as in `; name="a"`. */
const partOf = (disposition: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const textOf = (name: string, content: string | Buffer) => partOf(`; name="${name}"`, content);

const read = (...parts: Buffer[]) => {
  const uploads = { discard: () => Promise.resolve() } as unknown as UploadsService;
  const form = new MultipartForm({ image: 'image' }, uploads, { accountId: 1, service: 'spec' });
  return form.read(headers, Readable.from([Buffer.concat([...parts, Buffer.from('--x--\r\n')])]));
};
const refusalOf = async (...parts: Buffer[]) => {
  const error: unknown = await read(...parts).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('The form was not refused.', { cause: error });
  return error;
};

describe('the texts of a form', () => {
  it('are read as UTF-8, with those that come twice', async () => {
    const { texts } = await read(
      textOf('name', 'Åsa 🙂'),
      textOf('empty', ''),
      textOf('twice', 'a'),
      textOf('twice', 'b'),
    );
    expect({ ...texts }).toEqual({ name: 'Åsa 🙂', empty: '', twice: ['a', 'b'] });
  });

  it.each([
    ['a text that is not UTF-8', textOf('name', Buffer.from([0x61, 0xff])), 'not UTF-8'],
    ['half of a character', textOf('name', Buffer.from('Å').subarray(0, 1)), 'not UTF-8'],
    ['a text without a name', partOf('', 'a'), 'no name'],
    ['a file without a name', partOf('; filename="a.png"', 'a'), 'no name'],
  ])('make a bad request with %s', async (_, part, words) => {
    const { code, message } = await refusalOf(part);
    expect(code).toBe('bad_request');
    expect(message).toContain(words);
  });

  it('are not what a file says that came without a filename', async () => {
    const { texts, problems } = await read(textOf('image', Buffer.from([0x89, 0, 0xff])));
    expect(texts['image']).toBe('');
    expect(problems.isEmpty).toBe(true);
  });

  it('hold 1 MiB together, and no more', async () => {
    const half = textOf('a', 'a'.repeat(MIB / 2));
    expect((await read(half, half)).texts['a']).toHaveLength(2);
    expect(await refusalOf(half, half, textOf('b', 'b'))).toMatchObject({ code: 'payload_too_large' });
  });
});

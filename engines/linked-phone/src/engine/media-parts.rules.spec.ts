import { cleanPart, type MediaPart } from './media-parts.rules';

const part: MediaPart = {
  mimetype: 'audio/ogg; codecs=opus',
  fileName: 'roses.ogg',
  directPath: '/v/t62/1?ccb=1&oh=2',
  mediaKey: Buffer.alloc(32, 1),
  fileSha256: Buffer.alloc(32, 2),
  fileLength: 10,
};

describe('what a message says of its media', () => {
  it('is kept where it can be true', () => {
    expect(cleanPart(part)).toEqual({
      ...{ mimeType: 'audio/ogg; codecs=opus', filename: 'roses.ogg', directPath: '/v/t62/1?ccb=1&oh=2' },
      ...{ mediaKey: Buffer.alloc(32, 1), sha256: '02'.repeat(32), size: 10, ptt: false },
    });
  });

  it.each([
    ['image/png\r\nSet-Cookie: a=b'],
    ['text/html\0'],
    ['../../etc'],
    ['image'],
    [`image/${'a'.repeat(500)}`],
    [''],
    [null],
  ])('has a type that nobody knows in place of %j', (mimetype) => {
    expect(cleanPart({ ...part, mimetype })?.mimeType).toBe('application/octet-stream');
  });

  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\run.exe', 'C:_run.exe'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\0b\r\nc', 'abc'],
    [`a\ud800b`, 'ab'],
    ['😀'.repeat(300), '😀'.repeat(255)],
    ['..', null],
    [' \t', null],
    [null, null],
  ])('has a name that is one, in place of %j', (fileName, filename) => {
    expect(cleanPart({ ...part, fileName })?.filename).toBe(filename);
  });

  it.each<MediaPart>([
    { directPath: '@169.254.169.254/latest' },
    { directPath: '//169.254.169.254/latest' },
    { directPath: '/\\169.254.169.254/latest' },
    { directPath: 'https://169.254.169.254/latest' },
    { directPath: '.internal/latest' },
    { directPath: ':8080/latest' },
    { directPath: '/a b' },
    { directPath: '' },
    { directPath: `/${'a'.repeat(5_000)}` },
    { mediaKey: Buffer.alloc(31) },
    { mediaKey: null },
    { fileSha256: Buffer.alloc(64) },
    { fileLength: -1 },
    { fileLength: { toNumber: () => Number.NaN } },
    { fileLength: 2 ** 60 },
    { fileLength: null },
  ])('names none with %j', (change) => {
    expect(cleanPart({ ...part, ...change })).toBeNull();
  });
});

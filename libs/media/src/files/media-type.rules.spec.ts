import { judgeFile, mediaTypeOf, renamedDocument } from './media-type.rules';

describe('mediaTypeOf', () => {
  it.each([
    ['image', undefined, 'image/png', 'image/png'],
    ['image', 'application/octet-stream', 'image/png', 'image/png'],
    ['image', 'binary/octet-stream', 'image/png', 'image/png'],
    ['image', 'IMAGE/PNG; q=1', 'image/png', 'image/png'],
    ['image', 'image/x-ms-bmp', 'image/bmp', 'image/bmp'],
    ['image', 'image/vnd.microsoft.icon', 'image/x-icon', 'image/x-icon'],
    ['image', 'image/jpg', 'image/jpeg', 'image/jpeg'],
    ['image', 'image/png', 'image/apng', 'image/png'],
    ['image', 'image/png', 'image/jpeg', null],
    ['image', 'image/png', null, null],
    ['image', 'text/html', 'image/png', null],
    ['image', undefined, 'video/mp4', null],
    ['audio', 'audio/ogg; codecs=opus', 'audio/ogg', 'audio/ogg'],
    ['audio', 'audio/webm', 'video/webm', 'audio/webm'],
    ['audio', 'audio/x-m4a', 'video/mp4', 'audio/mp4'],
    ['audio', 'audio/mpeg', 'video/mp4', null],
    ['audio', undefined, 'image/gif', null],
    ['audio', 'audio/x-flac', 'audio/flac', 'audio/flac'],
    ['video', undefined, 'audio/mp4', 'video/mp4'],
    ['video', 'video/x-msvideo', 'video/vnd.avi', 'video/vnd.avi'],
    ['video', 'video/x-matroska', 'video/matroska', 'video/matroska'],
    ['video', 'image/webp', 'video/webp', null],
    ['document', 'application/pdf', null, 'application/pdf'],
    ['document', undefined, 'application/pdf', 'application/pdf'],
    ['document', 'text/html', 'image/png', 'text/html'],
    ['document', undefined, null, 'application/octet-stream'],
    ['document', 'binary/octet-stream', null, 'application/octet-stream'],
    ['document', '', null, 'application/octet-stream'],
    ['header', 'image/png', 'image/png', 'image/png'],
    ['header', 'image/png', null, null],
    ['header', 'image/png', 'image/jpeg', null],
    ['header', 'video/mp4', 'image/png', null],
    ['header', undefined, 'image/png', 'image/png'],
    ['header', undefined, 'video/mp4', 'video/mp4'],
    ['header', 'application/pdf', null, 'application/pdf'],
    ['header', 'text/html', 'image/png', 'text/html'],
    ['header', undefined, null, 'application/octet-stream'],
  ] as const)(
    'of the class %s, declared as %s, with bytes of %s, is %s',
    (uploadClass, said, shown, type) => {
      expect(mediaTypeOf(uploadClass, said, shown)).toBe(type);
    },
  );
});

describe('mediaTypeOf, of sound, films and pictures with other names', () => {
  it.each([
    ['audio', 'audio/x-aac audio/x-hx-aac-adts audio/aacp', 'audio/aac', 'audio/aac'],
    ['audio', 'audio/mp3 audio/mpeg3 audio/x-mpeg-3 audio/mpg audio/x-mp3', 'audio/mpeg', 'audio/mpeg'],
    ['audio', 'audio/mp4a-latm audio/x-m4a audio/m4a audio/mp4', 'audio/x-m4a', 'audio/mp4'],
    ['audio', 'audio/x-wav audio/x-pn-wav audio/wave audio/vnd.wave', 'audio/wav', 'audio/wav'],
    ['audio', 'audio/x-amr AUDIO/AMR audio/amr-nb', 'audio/amr', 'audio/amr'],
    ['audio', 'audio/opus audio/ogg application/ogg', 'audio/ogg; codecs=opus', 'audio/ogg; codecs=opus'],
    ['audio', 'audio/vorbis audio/x-vorbis+ogg audio/x-ogg', 'audio/ogg', 'audio/ogg'],
    ['audio', 'audio/wma audio/x-ms-wma', 'audio/x-ms-asf', 'audio/x-ms-wma'],
    ['video', 'video/x-ms-wmv video/wmv', 'video/x-ms-asf', 'video/x-ms-wmv'],
    ['video', 'video/x-m4v video/mp4v-es video/x-mp4', 'video/mp4', 'video/mp4'],
    ['video', 'video/3gp video/x-3gpp', 'video/3gpp', 'video/3gpp'],
    ['video', 'video/x-msvideo video/divx video/msvideo', 'video/vnd.avi', 'video/vnd.avi'],
    ['image', 'image/heic image/heic-sequence image/x-heic', 'image/heic', 'image/heic'],
    ['image', 'image/jpg image/pjpeg image/jfif', 'image/jpeg', 'image/jpeg'],
    ['image', 'image/x-png image/apng', 'image/png', 'image/png'],
    ['image', 'image/x-windows-bmp image/x-bmp', 'image/bmp', 'image/bmp'],
  ] as const)('of the class %s, %s is the type of %s', (uploadClass, names, shown, type) => {
    const found = names.split(' ').map((name) => [name, mediaTypeOf(uploadClass, name, shown)]);
    expect(found).toEqual(names.split(' ').map((name) => [name, type]));
  });

  it.each([
    ['audio', 'audio/mp4', 'video/3gpp', 'rec.m4a', 'audio/mp4'],
    ['audio', undefined, 'video/3gpp', 'rec.m4a', 'audio/mp4'],
    ['audio', undefined, 'video/3gpp', 'rec.3gp', 'audio/3gpp'],
    ['video', 'video/mp4', 'video/quicktime', 'a.mov', 'video/mp4'],
    ['video', undefined, 'video/quicktime', 'a.mov', 'video/quicktime'],
    ['video', undefined, 'video/quicktime', 'a.mp4', 'video/mp4'],
    ['video', undefined, 'video/mp4', 'a.mov', 'video/mp4'],
    ['video', undefined, 'video/mp4', 'a.png', 'video/mp4'],
    ['image', 'image/heif', 'image/heic', null, 'image/heif'],
    ['image', 'image/avif', 'image/heif', null, 'image/avif'],
    ['image', 'image/heif', 'image/jpeg', null, null],
    ['audio', 'audio/mp4', 'audio/ogg', 'a.m4a', null],
    ['audio', 'audio/mpeg', 'audio/aac', null, null],
    ['audio', 'audio/webm', 'audio/ogg; codecs=opus', null, null],
    ['image', 'application/force-download', 'image/png', null, 'image/png'],
  ] as const)('of the class %s, declared as %s, with bytes of %s, named %s, is %s', (...given) => {
    const [uploadClass, said, shown, filename, type] = given;
    expect(mediaTypeOf(uploadClass, said, shown, filename)).toBe(type);
  });
});

describe('mediaTypeOf, of documents whose declared type says little', () => {
  const zip = 'application/zip';
  const cfb = 'application/x-cfb';
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

  it.each([
    [undefined, zip, 'a.xlsx', xlsx],
    ['application/octet-stream', zip, 'A.XLSX', xlsx],
    ['application/x-zip-compressed', zip, 'a.xlsx', xlsx],
    ['application/octet-stream', zip, 'a.odt', 'application/vnd.oasis.opendocument.text'],
    ['application/octet-stream', zip, 'a.apk', 'application/vnd.android.package-archive'],
    ['application/octet-stream', zip, 'a.zip', zip],
    ['application/octet-stream', zip, 'xlsx', zip],
    ['application/octet-stream', zip, 'a', zip],
    ['application/octet-stream', zip, null, zip],
    ['application/octet-stream', zip, 'a.jpg', zip],
    ['application/octet-stream', zip, 'a.pdf', zip],
    ['application/octet-stream', cfb, 'a.xls', 'application/vnd.ms-excel'],
    ['application/octet-stream', cfb, 'a.doc', 'application/msword'],
    ['application/octet-stream', cfb, 'a.ppt', 'application/vnd.ms-powerpoint'],
    ['application/octet-stream', cfb, 'a.msg', 'application/vnd.ms-outlook'],
    ['application/octet-stream', cfb, 'a.mpp', cfb],
    ['application/cdfv2', cfb, 'a.doc', 'application/msword'],
    ['text/plain', null, 'a.csv', 'text/csv'],
    ['application/octet-stream', null, 'a.csv', 'text/csv'],
    ['application/octet-stream', null, 'a.txt', 'text/plain'],
    ['application/octet-stream', null, 'a.json', 'application/json'],
    ['application/octet-stream', null, 'a.html', 'text/html'],
    ['application/octet-stream', null, 'a.eml', 'message/rfc822'],
    ['application/octet-stream', null, 'a.svg', 'image/svg+xml'],
    ['application/octet-stream', 'application/xml', 'a.svg', 'image/svg+xml'],
    ['application/octet-stream', 'application/xml', 'a', 'application/xml'],
    ['application/octet-stream', null, 'a.dwg', 'application/octet-stream'],
    ['application/octet-stream', null, 'a.ts', 'application/octet-stream'],
    ['text/plain', null, 'a.ts', 'text/plain'],
    ['text/plain', null, 'README', 'text/plain'],
    ['text/plain', 'application/pdf', 'a.txt', 'application/pdf'],
    ['application/octet-stream', 'application/pdf', 'a.txt', 'application/pdf'],
    ['application/octet-stream', 'image/jpeg', 'a.docx', 'image/jpeg'],
    ['application/octet-stream', 'audio/ogg; codecs=opus', 'a.ogg', 'audio/ogg; codecs=opus'],
    ['application/octet-stream', 'video/3gpp', 'a.m4a', 'audio/mp4'],
    ['text/csv', zip, 'a.xlsx', 'text/csv'],
    ['application/json', null, 'a.csv', 'application/json'],
  ] as const)('declared as %s, with bytes of %s, %s is %s', (said, shown, filename, type) => {
    expect(mediaTypeOf('document', said, shown, filename)).toBe(type);
  });

  it.each([
    [zip, 'a.xlsx', xlsx],
    ['application/octet-stream', 'a.csv', 'text/csv'],
    ['text/plain', 'a.csv', 'text/csv'],
    ['application/pdf', 'a.csv', 'application/pdf'],
    [zip, null, zip],
  ])('of %s, under another name %s, is %s', (type, filename, renamed) => {
    const file = { blob: 'b', filename: 'b', mime_type: type, size: 1, sha256: '' };
    expect(renamedDocument(file, filename)).toEqual({
      ...file,
      filename: filename ?? 'b',
      mime_type: renamed,
    });
  });
});

describe('judgeFile', () => {
  const webp = { sniffedType: 'image/webp', size: 100 * 1024, isAnimated: false };
  const judged = (
    received: Parameters<typeof judgeFile>[1],
    uploadClass: Parameters<typeof judgeFile>[0]['uploadClass'] = 'sticker',
  ) => judgeFile({ member: 'sticker_url', uploadClass, declared: undefined, filename: null }, received);

  it.each([
    ['a sticker of 100 KiB', judged(webp)],
    ['a larger one that moves', judged({ ...webp, size: 500 * 1024, isAnimated: true })],
    ['a larger picture', judged({ ...webp, size: 1024 ** 2 }, 'image')],
  ])('takes %s', (_, result) => {
    expect(result).toEqual({ type: 'image/webp', problem: null });
  });

  it.each([
    [
      'a larger sticker',
      judged({ ...webp, size: 100 * 1024 + 1 }),
      'at most 100 KiB, one that moves 500 KiB',
    ],
    [
      'a file of another type',
      judged({ ...webp, sniffedType: 'image/png' }),
      'sticker_url must be a WebP file',
    ],
    ['an empty file', judged({ ...webp, size: 0 }), 'sticker_url is empty'],
  ])('refuses %s, and says why', (_, { type, problem }, words) => {
    expect(type).toBeNull();
    expect(problem).toContain(words);
  });
});

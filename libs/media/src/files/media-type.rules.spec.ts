import { mediaTypeOf } from './media-type.rules';

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

import { mediaProblem } from './media-limits.rules';

const file = (mime_type: string, size = 1_000) => ({
  mime_type,
  size,
  filename: null,
  sha256: '',
  ptt: false,
});
const MIB = 1024 * 1024;

describe('a file that the provider', () => {
  it.each([
    ['image', 'image/jpeg image/png'],
    ['video', 'video/mp4 video/3gpp'],
    ['audio', 'audio/aac audio/amr audio/mpeg audio/mp4'],
    [
      'document',
      'image/jpeg image/webp video/mp4 audio/mpeg audio/ogg application/pdf text/csv application/zip',
    ],
    ['document', 'message/rfc822 application/octet-stream text/html application/x-thing model/stl'],
  ] as const)('takes as %s is no problem: %s', (kind, types) => {
    const problems = types.split(' ').map((type) => mediaProblem(kind, file(type)));
    expect(problems).toEqual(types.split(' ').map(() => null));
  });

  it('takes as audio is Opus in Ogg, and told as such', () => {
    expect(mediaProblem('audio', file('audio/ogg; codecs=opus'))).toBeNull();
    expect(mediaProblem('audio', file('audio/ogg'))).toContain('audio/ogg; codecs=opus');
  });

  it.each([
    ['image', 'image/gif', 'Convert it to one of these.'],
    ['audio', 'audio/wav', 'Convert it to one of these.'],
    ['video', 'video/quicktime', 'Convert it to one of these.'],
    ['document', 'image/gif', 'Convert it to image/jpeg or image/png.'],
    ['document', 'video/webm', 'Convert it to video/mp4 or video/3gpp.'],
    [
      'document',
      'audio/webm',
      'Convert it to audio/aac, audio/amr, audio/mpeg, audio/mp4 or audio/ogg; codecs=opus.',
    ],
  ] as const)('never takes as %s, as %s, is refused with advice that works', (kind, type, advice) => {
    const problem = mediaProblem(kind, file(type));
    expect(problem).toContain(type);
    expect(problem).toContain(advice);
    expect(problem).not.toMatch(/send it as a document/i);
  });

  it('finds too large is refused with its limit', () => {
    expect(mediaProblem('image', file('image/png', 5 * MIB + 1))).toContain('5 MiB');
    expect(mediaProblem('document', file('application/pdf', 100 * MIB))).toBeNull();
  });
});

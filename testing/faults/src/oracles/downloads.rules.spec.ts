import { judgeDownload, type DownloadAnswer } from './downloads.rules';

const file = Buffer.from('0123456789');
const part = { start: 2, end: 5 };
const whole: DownloadAnswer = { status: 200, contentRange: null, bytes: file };
const partial: DownloadAnswer = {
  status: 206,
  contentRange: 'bytes 2-4/10',
  bytes: Buffer.from('234'),
};

describe('judgeDownload', () => {
  it.each([
    ['the whole file', null, whole],
    ['the requested range', part, partial],
    ['a refusal while something is down', part, { ...whole, status: 503 }],
  ])('accepts %s', (_, range, answer) => {
    expect(judgeDownload('file 1', file, range, answer)).toEqual([]);
  });

  it.each([
    ['lost', 'a missing file', null, { ...whole, status: 404 }],
    ['wrong', 'a truncated file', null, { ...whole, bytes: file.subarray(0, 5) }],
    ['wrong', 'the whole file in place of a range', part, whole],
    ['wrong', 'another range than declared', part, { ...partial, bytes: Buffer.from('345') }],
    ['wrong', 'another part', part, { ...partial, contentRange: 'bytes 3-5/10' }],
  ])('reports %s: %s', (kind, _, range, answer) => {
    expect(judgeDownload('file 1', file, range, answer)).toMatchObject([{ kind }]);
  });
});

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
    ['the part that was asked for', part, partial],
    ['a refusal while something is down', part, { ...whole, status: 503 }],
  ])('accepts %s', (_, range, answer) => {
    expect(judgeDownload('file 1', file, range, answer)).toEqual([]);
  });

  it.each([
    ['lost', 'a file that is gone', null, { ...whole, status: 404 }],
    ['wrong', 'half of the file', null, { ...whole, bytes: file.subarray(0, 5) }],
    ['wrong', 'the whole in place of a part', part, whole],
    ['wrong', 'another part than it says', part, { ...partial, bytes: Buffer.from('345') }],
    ['wrong', 'another part', part, { ...partial, contentRange: 'bytes 3-5/10' }],
  ])('finds %s: %s', (kind, _, range, answer) => {
    expect(judgeDownload('file 1', file, range, answer)).toMatchObject([{ kind }]);
  });
});

import { problemsOfDownload } from './download.rules';

const file = Buffer.from('0123456789');
const inert = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'attachment; filename="a.png"',
};
const answer = (status: number, body: string, headers: Record<string, string> = {}) => ({
  status,
  bytes: Buffer.from(body),
  header: (name: string) => ({ ...inert, ...headers })[name] ?? null,
});
const part = (range: string) => ({ 'content-range': `bytes ${range}` });

describe('a download', () => {
  it.each([
    ['the whole file', answer(200, '0123456789')],
    ['a part of it', answer(206, '234', part('2-4/10'))],
    ['nothing new', answer(304, '')],
  ])('is right with %s', (_, given) => {
    expect(problemsOfDownload(file, given)).toEqual([]);
  });

  it.each([
    ['other bytes', answer(200, '012345678x')],
    ['a part without its range', answer(206, '234')],
    ['another part than declared', answer(206, '345', part('2-4/10'))],
    ['a part of a larger file', answer(206, '234', part('2-4/11'))],
    ['a body with 304', answer(304, 'x')],
    ['inline display in a browser', answer(200, '0123456789', { 'content-disposition': 'inline' })],
    ['a type to be guessed', answer(200, '0123456789', { 'x-content-type-options': '' })],
    ['a failure', answer(500, '')],
  ])('is wrong with %s', (_, given) => {
    expect(problemsOfDownload(file, given)).toHaveLength(1);
  });
});

import { problemsOfAnswer, refused, refusedOrDone, unauthenticated, type Expectation } from './answer.rules';

const id = '5f0c9c1e-7d59-4c8d-9a51-0d2f8c1f2b3a';
const standardHeaders: Record<string, string> = {
  'x-request-id': id,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
const failure = (code: string, message: string = 'Do something else.') =>
  JSON.stringify({ ok: false, error: { code, message, retryable: false }, meta: { request_id: id } });
const success = JSON.stringify({ ok: true, data: {}, meta: { request_id: id } });

const judge = (
  status: number,
  body: string,
  expectation: Expectation = refused,
  headers: Record<string, string> = {},
) =>
  problemsOfAnswer(
    { status, body, header: (name) => ({ ...standardHeaders, ...headers })[name] ?? null },
    expectation,
  );

describe('the judgment of an answer', () => {
  it.each<[string, number, string, Expectation]>([
    ['a refusal', 422, failure('validation_error'), refused],
    ['the expected refusal', 401, failure('unauthenticated'), unauthenticated],
    ['a success where the value may be valid', 201, success, refusedOrDone],
  ])('accepts %s', (_, status, body, expectation) => {
    expect(judge(status, body, expectation)).toEqual([]);
  });

  it.each<[string, number, string, Expectation, RegExp]>([
    ['a success', 200, success, refused, /should refuse/],
    ['an internal error', 500, failure('server_error'), refusedOrDone, /answered 500/],
    ['another refusal', 404, failure('not_found'), unauthenticated, /instead of unauthenticated/],
    ['a page', 400, '<html>', refused, /without our envelope/],
    ['nothing', 400, '', refused, /without our envelope/],
    ['an unknown code', 400, failure('oops'), refused, /catalogue/],
    ['the status of another code', 404, failure('validation_error'), refused, /status of validation_error/],
    ['ok on a failure', 404, failure('not_found').replace('false', 'true'), refused, /ok does not fit/],
    ['a stack trace', 422, failure('conflict', 'Error at run (/app/x.js:3)'), refused, /inside/],
    ['SQL', 422, failure('conflict', 'SELECT id FROM x'), refused, /inside/],
  ])('detects %s', (_, status, body, expectation, sentence) => {
    expect(judge(status, body, expectation)).toContainEqual(expect.stringMatching(sentence));
  });

  it.each([
    ['x-request-id', 'other', /X-Request-Id/],
    ['content-type', 'text/html', /not JSON/],
    ['cache-control', 'public', /cached/],
    ['x-content-type-options', '', /sniff/],
  ])('detects a header %s of %j', (name, value, sentence) => {
    expect(judge(404, failure('not_found'), refused, { [name]: value })).toEqual([
      expect.stringMatching(sentence),
    ]);
  });

  describe('on a legacy surface', () => {
    const told = { status: 'error', message: 'No.', code: 'not_found', data: { retryable: false } };
    const judgeLegacy = (status: number, body: object, expectation = refused) =>
      problemsOfAnswer(
        {
          status,
          body: JSON.stringify(body),
          header: (name) => standardHeaders[name] ?? null,
          isLegacy: true,
        },
        expectation,
      );

    it('accepts its own envelope', () => {
      expect(judgeLegacy(404, told)).toEqual([]);
      expect(judgeLegacy(200, { status: 'success', message: '', data: {} }, refusedOrDone)).toEqual([]);
    });

    it.each<[string, object, RegExp]>([
      ['the envelope of v1', JSON.parse(failure('not_found')) as object, /without our envelope/],
      ['a success on a failure', { ...told, status: 'success' }, /ok does not fit/],
      ['an unknown status word', { ...told, status: 'failed' }, /ok does not fit/],
      ['no code', { ...told, code: undefined }, /catalogue/],
      ['no message', { ...told, message: undefined }, /no message/],
      ['a missing retryable', { ...told, data: null }, /retryable/],
    ])('detects %s', (_, body, sentence) => {
      expect(judgeLegacy(404, body)).toContainEqual(expect.stringMatching(sentence));
    });
  });
});

import { problemsOfCallbackAnswer, type CallbackAnswer } from './callback-answer.rules';

const headers: Record<string, string> = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
};
const answer = (changes: Partial<CallbackAnswer> = {}): CallbackAnswer => ({
  status: 403,
  header: (name) => headers[name] ?? null,
  body: 'The signature is not the one of these bytes.\n',
  ...changes,
});

describe('an answer to a callback', () => {
  it('is right when it is as documented', () => {
    expect(problemsOfCallbackAnswer(answer(), [401, 403])).toEqual([]);
  });

  it.each([
    ['another status', { status: 200 }],
    ['an internal error', { status: 500 }],
    ['internal details', { body: 'Error\n    at run (/app/dist/main.js:1:2)' }],
    ['a long body', { body: 'x'.repeat(501) }],
    ['no type', { header: (name: string) => (name === 'content-type' ? null : 'nosniff') }],
    [
      'a type that may be sniffed',
      { header: (name: string) => (name === 'content-type' ? 'text/plain' : null) },
    ],
  ])('is wrong with %s', (_, changes) => {
    expect(problemsOfCallbackAnswer(answer(changes), [403])).toHaveLength(1);
  });
});

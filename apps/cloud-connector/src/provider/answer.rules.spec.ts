import { readAnswer } from './answer.rules';

describe('an answer of the provider', () => {
  it.each([
    ['a success', 200, '{"id":"1"}', { kind: 'success', body: { id: '1' } }],
    [
      'an error, whatever its status',
      200,
      '{"error":{"code":131047,"message":"(#131047) x","error_data":{"details":"more"}}}',
      {
        kind: 'refusal',
        error: { code: 131047, subcode: null, message: '(#131047) x', details: 'more', isTransient: false },
      },
    ],
    [
      'an error with a subcode and details as text',
      400,
      '{"error":{"code":100,"error_subcode":33,"message":"x","error_data":"more"}}',
      {
        kind: 'refusal',
        error: { code: 100, subcode: 33, message: 'x', details: 'more', isTransient: false },
      },
    ],
    [
      'an error with text that Postgres cannot store',
      400,
      '{"error":{"code":100,"message":"x\\u0000 \\ud83d","error_data":"more\\ude00"}}',
      {
        kind: 'refusal',
        error: { code: 100, subcode: null, message: 'x \ufffd', details: 'more\ufffd', isTransient: false },
      },
    ],
    [
      'an error that the provider calls transient',
      400,
      '{"error":{"code":80008,"error_subcode":2494055,"message":"x","is_transient":true}}',
      {
        kind: 'refusal',
        error: { code: 80008, subcode: 2494055, message: 'x', details: null, isTransient: true },
      },
    ],
    [
      'an error whose codes came as texts',
      400,
      '{"error":{"code":"131026","error_subcode":"33","message":"Undeliverable"}}',
      {
        kind: 'refusal',
        error: { code: 131026, subcode: 33, message: 'Undeliverable', details: null, isTransient: false },
      },
    ],
    [
      'an error whose code is no number',
      400,
      '{"error":{"code":" WRONG_\\u0000TYPE ","message":"No."}}',
      {
        kind: 'refusal',
        error: { code: 'WRONG_TYPE', subcode: null, message: 'No.', details: null, isTransient: false },
      },
    ],
    ['a failure with an empty code', 400, '{"error":{"code":"","message":"x"}}', { kind: 'unreadable' }],
    ['a failure without an error body', 502, '<html>', { kind: 'unreadable' }],
    ['a failure with another body', 500, '{"ok":false}', { kind: 'unreadable' }],
    ['a success that is no valid JSON', 200, '{"id":', { kind: 'unreadable' }],
    ['a success that is no object', 200, '[]', { kind: 'unreadable' }],
  ])('is %s', (_, status, text, read) => {
    expect(readAnswer(status, text)).toEqual(read);
  });
});

import { readReference, toReference } from './send-reference.rules';

const installationId = '0123456789abcdef0123456789abcdef';

describe('the reference of a send', () => {
  it.each([
    [{ installationId, messageId: 17 }, `${installationId}:17`],
    [{ installationId: null, messageId: 17 }, '17'],
  ])('%j is written %s, and read again', (reference, text) => {
    expect(toReference(reference)).toBe(text);
    expect(readReference(text)).toEqual(reference);
  });

  it.each([
    undefined,
    17,
    '',
    '0',
    '017',
    'order-17',
    `${installationId}:`,
    `${installationId}:x`,
    `${installationId.slice(1)}:17`,
    `:17`,
    '9999999999999999',
  ])('is not %j', (text) => {
    expect(readReference(text)).toBeNull();
  });
});

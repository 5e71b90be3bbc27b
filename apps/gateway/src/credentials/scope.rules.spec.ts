import { hasScope } from './scope.rules';

describe('the scope of a credential', () => {
  it.each([
    ['null opens what need not be explicit', null, { scope: 'contacts:read' }, true],
    ['null denies what must be explicit', null, { scope: 'tickets:read', explicitScope: true }, false],
    ['a list opens what it names', ['contacts:read'], { scope: 'contacts:read' }, true],
    ['a list denies the rest', ['contacts:read'], { scope: 'contacts:write' }, false],
    [
      'a list opens what must be explicit',
      ['tickets:read'],
      { scope: 'tickets:read', explicitScope: true },
      true,
    ],
    ['an empty list denies', [], { scope: 'contacts:read' }, false],
    ['an operation without a scope is open to all', [], {}, true],
  ] as const)('%s', (_, granted, operation, expected) => {
    expect(hasScope(granted, operation)).toBe(expected);
  });
});

import { anyOf } from '@chat/contracts';
import { hasScope } from './scope.rules';

const templates = anyOf('templates:read', 'templates:write');

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
    ['a list opens what any of its scopes opens', ['templates:write'], { scope: templates }, true],
    ['a list denies what none of its scopes opens', ['contacts:read'], { scope: templates }, false],
    ['null denies what must be explicit, whichever', null, { scope: templates, explicitScope: true }, false],
    ['an empty list denies', [], { scope: 'contacts:read' }, false],
    ['an operation without a scope is open to all', [], {}, true],
  ] as const)('%s', (_, granted, operation, expected) => {
    expect(hasScope(granted, operation)).toBe(expected);
  });
});

import { roles, type Role } from '../api/roles.rules';
import { inOrder, mayChange, openOf, rolesToGive } from './people.rules';

describe('who may change whom', () => {
  const may = (own: Role, other: Role) => mayChange({ id: 1, role: own }, { id: 2, role: other });

  it.each<[Role, Role[]]>([
    ['viewer', []],
    ['agent', []],
    ['developer', []],
    ['admin', ['viewer', 'agent', 'developer', 'admin']],
    ['owner', ['viewer', 'agent', 'developer', 'admin', 'owner']],
  ])('lets somebody with the role %s change %j', (own, changed) => {
    expect(roles.filter((other) => may(own, other))).toEqual(changed);
  });

  it('lets nobody change themselves, or somebody whose role is not known', () => {
    expect(mayChange({ id: 1, role: 'owner' }, { id: 1, role: 'owner' })).toBe(false);
    expect(mayChange({ id: 1, role: 'owner' }, { id: 2 })).toBe(false);
  });

  it('lets admins give every role but that of owners', () => {
    expect(rolesToGive('admin')).toEqual(['viewer', 'agent', 'developer', 'admin']);
    expect(rolesToGive('owner')).toContain('owner');
  });
});

describe('people', () => {
  it('are listed by name, or else address, those who cannot sign in last', () => {
    const person = (id: number, name: string | null, disabled_at: string | null = null) => ({
      ...{ id, name, disabled_at },
      email: `b${id}@example.com`,
    });
    const people = [person(1, 'Carl'), person(2, 'Ada', '2026-01-01T00:00:00Z'), person(3, null)];
    expect(inOrder(people).map(({ id }) => id)).toEqual([3, 1, 2]);
  });
});

describe('invitations', () => {
  it('are open until they are accepted, taken back or over', () => {
    const one = {
      ...{ id: 1, email: 'a@example.com', role: 'agent' as const },
      ...{ expires_at: '2026-01-02T00:00:00Z', accepted_at: null, revoked_at: null },
    };
    const at = '2026-01-01T00:00:00Z';
    const all = [one, { ...one, id: 2, accepted_at: at }, { ...one, id: 3, revoked_at: at }];
    expect(openOf(all, Date.parse(at)).map(({ id }) => id)).toEqual([1]);
    expect(openOf(all, Date.parse(one.expires_at))).toEqual([]);
  });
});

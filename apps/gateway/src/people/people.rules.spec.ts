import { roles, type Role } from '@chat/contracts';
import { mayChange } from './people.rules';

describe('a change of a person', () => {
  const allowed = (role: Role) =>
    roles.flatMap((from) =>
      roles.filter((to) => mayChange({ role }, { from, to })).map((to) => `${from} > ${to}`),
    );

  it('is for admins and owners', () => {
    for (const role of ['viewer', 'agent', 'developer'] as const) expect(allowed(role)).toEqual([]);
    expect(allowed('owner')).toHaveLength(25);
  });

  it('neither makes nor changes an owner, by an admin', () => {
    expect(allowed('admin')).toHaveLength(16);
    expect(allowed('admin').filter((change) => change.includes('owner'))).toEqual([]);
  });
});

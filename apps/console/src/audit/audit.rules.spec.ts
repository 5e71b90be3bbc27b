import { changesOf, queryOf, readAuditFilters, whoOf } from './audit.rules';

describe('the filters of the audit log', () => {
  it('are read from an address that anyone may have written', () => {
    const filters = {
      by: 'person',
      who: 12,
      action: 'user.update',
      since: '2026-01-02',
      until: '2026-01-03',
    };
    expect(readAuditFilters({ ...filters, target: ' ', other: 1 })).toEqual({ ...filters, who: '12' });
    expect(readAuditFilters({ by: 'god', since: 'never' })).toEqual({});
  });

  it('ask for the whole of the last day', () => {
    expect(queryOf({ since: '2026-01-02', until: '2026-01-02', by: 'app' })).toEqual({
      actor_type: 'app',
      since: new Date(2026, 0, 2).toISOString(),
      until: new Date(2026, 0, 3).toISOString(),
    });
  });
});

describe('whoever did something', () => {
  const people = new Map([[1, 'ada@example.com']]);

  it.each([
    [{ type: 'person', id: '1', name: 'Ada' }, 'Ada'],
    [{ type: 'person', id: '1', name: null }, 'ada@example.com'],
    [{ type: 'operator', id: '2', name: null }, '2'],
    [{ type: 'app', id: '1', name: null }, '1'],
    [{ type: 'nobody', id: null, name: null }, null],
  ])('%j is called %s', (actor, called) => {
    expect(whoOf(actor, people)).toBe(called);
  });
});

describe('a change', () => {
  const entry = {
    ...{ id: 1, at: '', action: '', target: '', address: null, request_id: null },
    actor: { type: 'person', id: '1', name: null },
  };

  it('shows each member before and after, and those without values', () => {
    const changes = changesOf({
      ...entry,
      changed: ['role', 'name'],
      before: { role: 'agent' },
      after: { role: 'admin' },
    });
    expect(changes).toEqual([
      { member: 'role', before: 'agent', after: 'admin' },
      { member: 'name', before: null, after: null },
    ]);
  });

  it('shows what a new record has', () => {
    expect(changesOf({ ...entry, changed: [], before: null, after: { scopes: ['a'] } })).toEqual([
      { member: 'scopes', before: null, after: '["a"]' },
    ]);
  });
});

import { AppError } from '@chat/errors';
import { filtersOf } from './ticket-filters.rules';

describe('filtersOf', () => {
  it.each([
    ['nothing', {}, {}],
    ['a status', { status: 'open' }, { status: 'open' }],
    ['a type', { type_id: 3 }, { typeId: 3 }],
    ['a type by its alias', { type: 3 }, { typeId: 3 }],
    ['both names of a type that agree', { type_id: 3, type: 3 }, { typeId: 3 }],
    ['an assignee', { assignee: 4 }, { assigneeId: 4 }],
    ['an assignee by its alias', { assigned_agent_id: 4 }, { assigneeId: 4 }],
  ] as const)('takes %s', (_, query, filters) => {
    expect(filtersOf(query)).toEqual(filters);
  });

  it.each([
    ['type', { type_id: 3, type: 4 }],
    ['assigned_agent_id', { assignee: 3, assigned_agent_id: 4 }],
  ])('refuses %s when it disagrees, naming it', (alias, query) => {
    let error: unknown;
    try {
      filtersOf(query);
    } catch (thrown) {
      error = thrown;
    }
    expect((error as AppError).details.errors).toEqual({
      [alias]: [expect.stringContaining('alias')],
    });
  });
});

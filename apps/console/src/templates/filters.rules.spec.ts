import { templateStatuses } from '@chat/contracts/templates';
import { isEditable, readTemplateView, statuses } from './filters.rules';

const template = {
  status: 'APPROVED',
  header_format: 'NONE',
  header_text: null,
  body: 'Dear {{1}},',
} as const;

describe('the templates that are shown', () => {
  it.each([
    [{}, {}],
    [
      { status: 'PENDING', channel: '3' },
      { status: 'PENDING', channel: 3 },
    ],
    [{ status: 'pending', channel: 'x' }, {}],
  ])('are read of an address with %j', (search, view) => {
    expect(readTemplateView(search)).toEqual(view);
  });

  it('can have every status', () => {
    expect([...statuses].sort()).toEqual([...templateStatuses].sort());
  });

  it.each([
    [{}, true],
    [{ status: 'PENDING' as const }, false],
    [{ status: 'DISABLED' as const }, false],
    [{ header_format: 'LOCATION' }, false],
    [{ body: 'Dear {{first_name}},' }, false],
  ])('and are %j can be edited: %s', (change, expected) => {
    expect(isEditable({ ...template, ...change })).toBe(expected);
  });
});

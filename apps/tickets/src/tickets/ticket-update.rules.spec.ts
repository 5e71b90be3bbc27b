import { AppError } from '@chat/errors';
import { changesOf, errorsOfChanges } from './ticket-update.rules';

const now = new Date('2026-01-31T10:20:30.000Z');
const ticket = {
  subject: 'Late parcel',
  description: null,
  typeId: 1,
  contactId: 2,
  conversationId: null,
  assigneeId: null,
  status: 'open',
} as const;

describe('changesOf', () => {
  it.each([
    ['nothing that is given', {}, {}],
    ['nothing that is undefined', { subject: undefined, contactId: undefined }, {}],
    ['nothing that is empty already', { description: null, assigneeId: null }, {}],
    ['null for what is empty from now on', { contactId: null }, { contactId: null }],
    ['nothing that is so already', { subject: 'Late parcel', typeId: 1, contactId: 2, status: 'open' }, {}],
    [
      'what is given and differs',
      { subject: 'Lost', typeId: 1, assigneeId: 7 },
      { subject: 'Lost', assigneeId: 7 },
    ],
    ['a status with its times', { status: 'resolved' }, { status: 'resolved', resolvedAt: now }],
  ] as const)('takes %s', (_, update, changes) => {
    expect(changesOf(ticket, update, now)).toEqual(changes);
  });

  it('refuses all of an update whose status is out of reach', () => {
    expect(() => changesOf(ticket, { subject: 'Lost', status: 'reopened' }, now)).toThrow(AppError);
  });
});

describe('errorsOfChanges', () => {
  const errors = { type_key: ['a'], contact_id: ['b'], assignee_id: ['c'] };

  it.each([
    ['that an update brings', { contactId: 3, assigneeId: 7 }, errors],
    [
      'but of what the ticket has already',
      { contactId: 2, assigneeId: 7 },
      { type_key: ['a'], assignee_id: ['c'] },
    ],
  ])('has the errors of references %s', (_, update, expected) => {
    expect(errorsOfChanges(ticket, update, errors)).toEqual(expected);
  });
});

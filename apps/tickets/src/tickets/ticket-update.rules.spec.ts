import { AppError } from '@chat/errors';
import { changesOf } from './ticket-update.rules';

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

import {
  judgeChanges,
  judgeDeliveries,
  judgeFacts,
  judgeMarks,
  matches,
  type StoredEvent,
} from './events.rules';

const event = (changes: Partial<StoredEvent> = {}): StoredEvent => ({
  id: 'e1',
  accountId: 1,
  subject: 'evt.crm.contact.created',
  type: 'contact.created',
  entity: 'contacts/1',
  entityVersion: 1,
  change: null,
  ...changes,
});

describe('judgeMarks', () => {
  const consumers = [
    { durable: 'tickets-contacts', filter: 'evt.crm.contact.*', types: new Set(['contact.created']) },
    { durable: 'webhooks-events', filter: 'evt.*.*.*', types: new Set(['ticket.created']) },
  ];

  it('accepts an event that each of its consumers marked', () => {
    expect(judgeMarks([event()], consumers, new Set(['tickets-contacts e1']))).toEqual([]);
  });

  it('reports an event without a mark', () => {
    expect(judgeMarks([event()], consumers, new Set(['webhooks-events e1']))).toEqual([
      { kind: 'lost', what: 'tickets-contacts never consumed contact.created of contacts/1' },
    ]);
  });
});

describe('judgeDeliveries', () => {
  it('accepts events that a receiver has, or that are visibly pending', () => {
    expect(judgeDeliveries([event(), event({ id: 'e2' })], new Set(['e1']), new Set(['e2']))).toEqual([]);
  });

  it('reports an event that is neither received nor pending', () => {
    expect(judgeDeliveries([event()], new Set(), new Set())).toHaveLength(1);
  });
});

describe('judgeFacts', () => {
  it('accepts events of several types and versions', () => {
    const updates = ['contact.updated', 'message.updated'].flatMap((type) =>
      [1, 2].map((entityVersion) => event({ type, entityVersion })),
    );
    expect(judgeFacts([event(), ...updates, event({ accountId: 2 })])).toEqual([]);
  });

  it.each([
    ['contact.updated', 1],
    ['message.updated', 1],
    ['message.deleted', 2],
    ['contact.created', 2],
    ['message.sent', 2],
  ])('reports a second %s with version %d', (type, entityVersion) => {
    expect(judgeFacts([event({ type }), event({ type, id: 'e2', entityVersion })])).toEqual([
      { kind: 'double', what: `${type} of contacts/1 was told twice` },
    ]);
  });
});

describe('judgeChanges', () => {
  const change = (from: string, to: string) => event({ change: { from, to } });

  it('accepts a chain', () => {
    expect(judgeChanges([change('a', 'b'), event(), change('b', 'c')])).toEqual([]);
  });

  it('reports a change that was published twice, or lost', () => {
    expect(judgeChanges([change('a', 'b'), change('a', 'b')])).toHaveLength(1);
    expect(judgeChanges([change('a', 'b'), change('c', 'd')])).toHaveLength(1);
  });
});

describe('matches', () => {
  it.each([
    ['evt.crm.contact.*', 'evt.crm.contact.created', true],
    ['evt.crm.contact.*', 'evt.crm.contact.created.twice', false],
    ['evt.*.*.*', 'evt.device-sessions.internal.message.received', false],
    ['evt.device-sessions.internal.>', 'evt.device-sessions.internal.message.received', true],
    ['evt.device-sessions.internal.>', 'evt.device-sessions.internal', false],
    ['evt.crm.contact.created', 'evt.crm.contact.created', true],
  ])('%s and %s: %s', (filter, subject, expected) => {
    expect(matches(filter, subject)).toBe(expected);
  });
});

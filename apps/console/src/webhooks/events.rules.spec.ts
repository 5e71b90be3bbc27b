import { eventTypes } from '@chat/contracts/table';
import { webhookTest } from '@chat/contracts/webhooks';
import { en } from '../texts/en';
import { events, familiesOf, includes, isWhole, TEST_EVENT, withEvent, withFamily } from './events.rules';

const family = (chosen: string[], name: string) => familiesOf(chosen).find((one) => one.name === name)!;

describe('what an endpoint gets', () => {
  it('is chosen among all events that there are, each in a sentence', () => {
    const known = eventTypes.filter(({ webhook }) => webhook).map(({ type }) => type);
    expect([...events].sort()).toEqual(known.sort());
    expect(TEST_EVENT).toBe(webhookTest.type);
    expect([...events, TEST_EVENT].filter((name) => !(name in en.webhooks.names))).toEqual([]);
    expect(familiesOf([]).filter(({ name }) => !(name in en.webhooks.families))).toEqual([]);
  });

  it('keeps what only a newer server knows', () => {
    expect(family(['message.pinned'], 'message').events).toContain('message.pinned');
    expect(family(['call.*'], 'call')).toEqual({ name: 'call', events: [] });
    expect(withFamily(['message.pinned', 'call.*'], 'ticket', true)).toEqual([
      'message.pinned',
      'call.*',
      'ticket.*',
    ]);
  });

  it('is a whole family instead of its events', () => {
    const chosen = withFamily(['ticket.created', 'device.connected'], 'ticket', true);
    expect(chosen).toEqual(['device.connected', 'ticket.*']);
    expect([isWhole(chosen, 'ticket'), includes(chosen, 'ticket.status_changed')]).toEqual([true, true]);
    expect(withFamily(chosen, 'ticket', false)).toEqual(['device.connected']);
  });

  it('is the rest of a family once one of its events is taken out', () => {
    const chosen = ['ticket.*', 'device.connected'];
    expect(withEvent(chosen, family(chosen, 'ticket'), 'ticket.created')).toEqual([
      'device.connected',
      'ticket.status_changed',
    ]);
    expect(withEvent([], family([], 'ticket'), 'ticket.created')).toEqual(['ticket.created']);
  });
});

import { familyOf, toSubscription, unknownEvents } from './subscription.rules';

const known = ['message.received', 'message.sent', 'device.connected', 'webhook.test'];

describe('toSubscription', () => {
  it.each([
    ['nothing means all events', [], null],
    ['names keep their order', ['device.*', 'message.sent'], ['device.*', 'message.sent']],
    [
      'a repeated name counts once',
      ['message.*', 'message.sent', 'message.*'],
      ['message.*', 'message.sent'],
    ],
  ])('%s', (_, requested, expected) => expect(toSubscription(requested)).toEqual(expected));
});

describe('unknownEvents', () => {
  it.each([
    [['message.received', 'webhook.test'], []],
    [['message.*', 'device.*'], []],
    [['message.typing'], ['message.typing']],
    [['ticket.*'], ['ticket.*']],
    [['*'], ['*']],
    [['message'], ['message']],
    [['message.re*'], ['message.re*']],
    [['Message.received'], ['Message.received']],
    [
      ['constructor.*', 'message.sent', 'toString'],
      ['constructor.*', 'toString'],
    ],
  ])('in %j are %j', (requested, expected) => expect(unknownEvents(requested, known)).toEqual(expected));
});

it.each([
  ['message.read', 'message.*'],
  ['device.status_changed', 'device.*'],
])('%s belongs to the family %s', (event, family) => expect(familyOf(event)).toBe(family));

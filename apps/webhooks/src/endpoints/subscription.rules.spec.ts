import { hears, toSubscription, unknownEvents } from './subscription.rules';

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
  ])('of %j are %j', (requested, expected) => expect(unknownEvents(requested, known)).toEqual(expected));
});

describe('hears', () => {
  it.each([
    ['all events', null, 'message.read', true],
    ['the exact name', ['message.read'], 'message.read', true],
    ['another name', ['message.read'], 'message.received', false],
    ['a longer name', ['message.read'], 'message.readers', false],
    ['its family', ['device.*'], 'device.status_changed', true],
    ['another family', ['device.*'], 'message.read', false],
    ['a family whose name begins alike', ['device.*'], 'devices.connected', false],
    ['one of several', ['device.*', 'message.read'], 'message.read', true],
  ])('%s', (_, subscription, event, expected) => expect(hears(subscription, event)).toBe(expected));
});

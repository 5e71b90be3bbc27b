import { actionOf } from './subject.rules';

describe('actionOf', () => {
  it.each([
    [
      '$JS.ACK.CHAT_EVENTS.webhooks-events.1.4.4.1763000000.0',
      '+ACK',
      { action: 'ack', object: 'webhooks-events' },
    ],
    [
      '$JS.ACK._.hash.CHAT_EVENTS.webhooks-events.1.4.4.1763000000.0.token',
      '+ACK',
      { action: 'ack', object: 'webhooks-events' },
    ],
    ['$JS.ACK.CHAT_EVENTS.webhooks-events.1.4.4.1763000000.0', '-NAK {"delay":1}', null],
    ['evt.crm.contact.created', '{}', { action: 'publish', object: 'evt.crm.contact.created' }],
    ['rpc.crm.contact.create', '{}', { action: 'request', object: 'rpc.crm.contact.create' }],
    ['_INBOX_gateway.abc.1', '{}', { action: 'reply', object: 'any' }],
    ['$JS.API.STREAM.INFO.CHAT_EVENTS', '', null],
  ])('reads %s %s', (subject, payload, expected) => {
    expect(actionOf(subject, payload)).toEqual(expected);
  });
});

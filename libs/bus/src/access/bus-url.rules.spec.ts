import { parseBusUrl } from './bus-url.rules';

describe('a NATS URL', () => {
  it.each([
    ['nats://host', { servers: ['host'], tls: false }],
    ['nats://host:4333', { servers: ['host:4333'], tls: false }],
    ['tls://host:4222', { servers: ['host:4222'], tls: true }],
    ['nats://[::1]:4222', { servers: ['[::1]:4222'], tls: false }],
    ['nats://one:1, nats://two:2', { servers: ['one:1', 'two:2'], tls: false }],
    ['nats://ada:secret@host', { servers: ['host'], tls: false, user: 'ada', password: 'secret' }],
    ['nats://a%40b:p%3A%2F%25@host', { servers: ['host'], tls: false, user: 'a@b', password: 'p:/%' }],
    ['nats://t%2Fken@host', { servers: ['host'], tls: false, token: 't/ken' }],
    ['nats://a:b@one,nats://two', { servers: ['one', 'two'], tls: false, user: 'a', password: 'b' }],
  ])('%s is parsed', (text, expected) => {
    expect(parseBusUrl(text)).toEqual(expected);
  });

  it.each([
    ['', /nats:\/\/host:4222/],
    ['host:4222', /nats:\/\/host:4222/],
    ['http://host', /nats:\/\/host:4222/],
    ['nats://', /nats:\/\/host:4222/],
    ['nats://one,', /nats:\/\/host:4222/],
    ['nats://ada:hush/hush@host', /percent-encode/],
    ['nats://ada:hush%@host', /percent-encode/],
    ['nats://ada:hush@one,nats://bob:hush@two', /the same user/],
  ])('%j is rejected without repeating its password', (text, message) => {
    expect(() => parseBusUrl(text)).toThrow(message);
    expect(() => parseBusUrl(text)).not.toThrow(/hush/);
  });
});

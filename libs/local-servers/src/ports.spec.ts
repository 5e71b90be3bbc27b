import { portsOf } from './ports';

describe('portsOf', () => {
  it.each([
    ['nats://user:secret@127.0.0.1:4333', [4333]],
    ['nats://one:4222,nats://two:4223,nats://three', [4222, 4223, 9]],
    ['postgres://user:secret@localhost/chat', [9]],
    ['not a url', [9]],
  ])('%s: %j', (urls, ports) => expect(portsOf(urls, 9)).toEqual(ports));
});

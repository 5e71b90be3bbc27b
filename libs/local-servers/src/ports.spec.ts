import { freePort, portsOf } from './ports';

describe('portsOf', () => {
  it.each([
    ['nats://user:secret@127.0.0.1:4333', [4333]],
    ['nats://one:4222,nats://two:4223,nats://three', [4222, 4223, 9]],
    ['postgres://user:secret@localhost/chat', [9]],
    ['not a url', [9]],
  ])('%s: %j', (urls, ports) => expect(portsOf(urls, 9)).toEqual(ports));
});

describe('freePort', () => {
  it('gives each port once, though nobody listens yet', async () => {
    const ports = new Set<number>();
    for (let count = 0; count < 500; count += 1) ports.add(await freePort());
    expect(ports.size).toBe(500);
  });
});

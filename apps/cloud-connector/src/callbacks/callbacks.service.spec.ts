import type { BackgroundLoop, BackgroundLoops } from '@chat/bus';
import type { PersonTraces } from '@chat/service-kit';
import type { CallbacksRepository } from './callbacks.repository';
import { CallbacksService } from './callbacks.service';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
});

afterEach(() => jest.useRealTimers());

const statuses = (id: string) => Buffer.from(`{"statuses":[{"id":"${id}"}]}`);
const message = Buffer.from('{"messages":[{}]}');
const turns = async () => {
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('batches consecutive statuses for 50 ms before storing them, and stores a message immediately', async () => {
  const stored: string[][] = [];
  const service = storingWith((bodies) => stored.push(bodies));
  await service.keep(statuses('1'));
  const others = [service.keep(statuses('2'))];
  await turns();
  others.push(service.keep(statuses('3')));
  await jest.advanceTimersByTimeAsync(49);
  await service.keep(message);
  expect(stored).toEqual([[String(statuses('1'))], [String(message)]]);

  await jest.advanceTimersByTimeAsync(1);
  await Promise.all(others);
  expect(stored.slice(2)).toEqual([[String(statuses('2')), String(statuses('3'))]]);
});

/** A service of which only the intake of callbacks is used. */
function storingWith(insert: (bodies: string[]) => void): CallbacksService {
  const loops: Pick<BackgroundLoops, 'add'> = { add: () => ({ wake: () => undefined }) as BackgroundLoop };
  const repository: Pick<CallbacksRepository, 'insert'> = {
    insert: (bodies) => Promise.resolve(insert(bodies)),
  };
  const traces: Pick<PersonTraces, 'waitWhile'> = { waitWhile: () => undefined };
  const unused = {} as never;
  return new CallbacksService(
    loops as BackgroundLoops,
    repository as CallbacksRepository,
    unused,
    unused,
    unused,
    traces as PersonTraces,
    unused,
  );
}

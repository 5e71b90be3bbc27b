import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NetworkMessage } from '@chat/device-network';
import { until } from '@chat/test-kit';
import type { DeliveriesRepository, Delivery } from './deliveries.repository';
import { DeliveryPump } from './delivery-pump';

const LINK = 7;

describe('the delivery pump of a linked device', () => {
  let carried: NetworkMessage[];
  let looks: ((waiting: Delivery[]) => void)[];
  let confirmed: number[][];
  let pump: DeliveryPump;

  beforeEach(() => {
    carried = [];
    looks = [];
    confirmed = [];
    const deliveries = {
      waiting: () => new Promise<Delivery[]>((answer) => looks.push(answer)),
      confirm: (_: number, ids: number[]) => Promise.resolve(void confirmed.push(ids)),
    } as Partial<DeliveriesRepository> as DeliveriesRepository;
    pump = new DeliveryPump(
      LINK,
      deliveries,
      (message) => carried.push(message),
      (error) => {
        throw error;
      },
    );
  });

  afterEach(() => pump.stop());

  /** As after the login of a device for which nothing waits. */
  const catchUp = async () => {
    pump.wake();
    looks.shift()!([]);
    await nextTurn();
  };

  it('delivers what is handed to it without a query', async () => {
    await catchUp();
    pump.carry([delivery(1), delivery(2)]);
    expect(ids()).toEqual([1, 2]);
    expect(looks).toHaveLength(0);
  });

  it('delivers in order what is handed to it before that which waited for the login', async () => {
    pump.wake();
    pump.carry([delivery(3)]);
    expect(ids()).toEqual([]);
    looks.shift()!([delivery(1), delivery(2)]);
    await nextTurn();
    looks.shift()!([delivery(3)]);
    await carries(3);
    expect(ids()).toEqual([1, 2, 3]);
  });

  it('delivers nothing twice that a query returns as well', async () => {
    await catchUp();
    pump.carry([delivery(1)]);
    pump.wake();
    looks[0]!([delivery(1), delivery(2)]);
    await carries(2);
    expect(ids()).toEqual([1, 2]);
  });

  it('does not redeliver what was confirmed during a query', async () => {
    await catchUp();
    pump.carry([delivery(1)]);
    pump.wake();
    await pump.confirm([1]);
    looks[0]!([delivery(1), delivery(2)]);
    await carries(2);
    expect(ids()).toEqual([1, 2]);
  });

  it('delivers the rest once earlier deliveries are confirmed', async () => {
    await catchUp();
    pump.carry(Array.from({ length: 201 }, (_, index) => delivery(index)));
    expect(carried).toHaveLength(200);
    await pump.confirm([0]);
    looks[0]!([delivery(200)]);
    await carries(200);
  });

  it('queries again when the next delivery falls due', async () => {
    await catchUp();
    pump.carry([{ ...delivery(1), wait_ms: 20 }]);
    pump.carry([{ ...delivery(2), wait_ms: 60_000 }]);
    await until(() => looks.length > 0, { describe: 'a query' });
    looks[0]!([delivery(1)]);
    await carries(1);
  });

  it('writes the first confirmation immediately, and the following ones in one statement', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      await pump.confirm([1]);
      expect(confirmed).toEqual([[1]]);
      const rest = [pump.confirm([2])];
      await nextTurn();
      rest.push(pump.confirm([3]));
      await nextTurn();
      expect(confirmed).toEqual([[1]]);
      jest.advanceTimersByTime(20);
      await Promise.all(rest);
      expect(confirmed).toEqual([[1], [2, 3]]);
    } finally {
      jest.useRealTimers();
    }
  });

  const carries = (id: number) => until(() => ids().includes(id), { describe: `delivery ${id}` });
  const ids = () => carried.map((message) => (message as { delivery: number }).delivery);
});

function delivery(id: number): Delivery {
  const content = {
    type: 'message',
    id: `M${id}`,
    from: '491510000001',
    push_name: null,
    text: 'one',
    sent_at_ms: 0,
  } as const;
  return { id, content, wait_ms: 0 };
}

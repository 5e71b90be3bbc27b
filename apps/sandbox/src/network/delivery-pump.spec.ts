import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NetworkMessage } from '@chat/device-network';
import { until } from '@chat/testing';
import type { DeliveriesRepository, Delivery } from './deliveries.repository';
import { DeliveryPump } from './delivery-pump';

const LINK = 7;

describe('the pump of a linked device', () => {
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

  it('carries what is handed to it without a look at the table', () => {
    pump.carry([delivery(1), delivery(2)]);
    expect(ids()).toEqual([1, 2]);
    expect(looks).toHaveLength(0);
  });

  it('carries nothing twice that a look finds beside what was handed to it', async () => {
    pump.wake();
    pump.carry([delivery(1)]);
    looks[0]!([delivery(1), delivery(2)]);
    await carries(2);
    expect(ids()).toEqual([1, 2]);
  });

  it('carries nothing again that was confirmed while a look was under way', async () => {
    pump.wake();
    pump.carry([delivery(1)]);
    await pump.confirm([1]);
    looks[0]!([delivery(1), delivery(2)]);
    await carries(2);
    expect(ids()).toEqual([1, 2]);
  });

  it('carries what found no room once others are confirmed', async () => {
    pump.carry(Array.from({ length: 201 }, (_, index) => delivery(index)));
    expect(carried).toHaveLength(200);
    await pump.confirm([0]);
    looks[0]!([delivery(200)]);
    await carries(200);
  });

  it('looks again when the first is due of what is not due yet', async () => {
    pump.carry([{ ...delivery(1), wait_ms: 20 }]);
    pump.carry([{ ...delivery(2), wait_ms: 60_000 }]);
    await until(() => looks.length > 0, { describe: 'a look at the table' });
    looks[0]!([delivery(1)]);
    await carries(1);
  });

  it('confirms the first at once, and what follows shortly in one statement', async () => {
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

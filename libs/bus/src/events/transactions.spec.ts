import type { DataSource } from 'typeorm';
import { eventType, Id } from '@chat/contracts';
import { Transactions } from './transactions';

class Thing {
  @Id() id!: number;
}

const happened = eventType({
  type: 'thing.happened',
  subject: 'evt.things.thing.happened',
  data: Thing,
  webhook: false,
});
const counted = eventType({ ...happened, type: 'thing.counted', canWait: true });
const occurrence = { accountId: 1, entity: 'things/1', entityVersion: 1, channelId: null, data: { id: 1 } };

/** A Postgres that accepts every statement. */
const manager = { query: () => Promise.resolve([]) };
const dataSource = { manager, transaction: (work: (tx: object) => unknown) => work(manager) };

it.each([
  ['that can all wait', [counted, counted], { accountIds: [1, 1], canWait: true }],
  ['of which one cannot wait', [counted, happened], { accountIds: [1, 1], canWait: false }],
])('tells the relay whose they are and whether it can wait after events %s', async (_, types, expected) => {
  const onCommittedEvents = jest.fn();
  const service = { name: 'things', schema: 'things' };
  const transactions = new Transactions(dataSource as unknown as DataSource, service, onCommittedEvents);
  await transactions.run(null, (tx) => {
    for (const type of types) tx.emit(type, occurrence);
    return Promise.resolve();
  });
  await transactions.publish(types.map((type) => transactions.outboxRow(type, occurrence, null)));
  expect(onCommittedEvents.mock.calls).toEqual([[expected], [expected]]);
});

it('assigns ascending ids to events, in the order in which they happen', () => {
  const service = { name: 'things', schema: 'things' };
  const transactions = new Transactions(dataSource as unknown as DataSource, service, () => undefined);
  const ids = Array.from({ length: 100 }, () => transactions.outboxRow(happened, occurrence, null).eventId);
  expect(ids).toEqual([...new Set(ids)].sort());
});

import { counted, firstPlace, nextPlace } from './erasure-walk.rules';

const services = ['channels', 'crm'];

describe('the walk through the tables of all services', () => {
  it('begins at the first', () => {
    expect(firstPlace(services)).toEqual({ service: 'channels', table: 'outbox', afterId: 0 });
  });

  it.each([
    [
      'goes on after the last row',
      { table: 'outbox', afterId: 0 },
      7,
      { service: 'channels', table: 'outbox', afterId: 7 },
    ],
    [
      'goes on with the next table',
      { table: 'outbox', afterId: 7 },
      null,
      { service: 'channels', table: 'jobs', afterId: 0 },
    ],
    [
      'goes on with the next service',
      { table: 'dead_letters', afterId: 7 },
      null,
      { service: 'crm', table: 'outbox', afterId: 0 },
    ],
  ] as const)('%s', (_, place, lastId, next) => {
    expect(nextPlace({ service: 'channels', ...place }, lastId, services)).toEqual(next);
  });

  it('ends with the last table of the last service', () => {
    expect(nextPlace({ service: 'crm', table: 'dead_letters', afterId: 7 }, null, services)).toBeNull();
  });
});

describe('counts', () => {
  it('are added by their kinds', () => {
    expect(counted({ messages: 1 }, { messages: 2, media: 1 })).toEqual({ messages: 3, media: 1 });
  });
});

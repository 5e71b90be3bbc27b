import { QueryClient } from '@tanstack/react-query';
import { deliveriesQuery } from '../api/webhooks';
import { AppliedEvents } from './apply';

describe('after a gap in the stream', () => {
  it('everything is read again but a log, which somebody may have scrolled through for long', () => {
    const queries = new QueryClient();
    const log = deliveriesQuery(1, {});
    const { queryKey, meta } = log;
    queries.getQueryCache().build(queries, { queryKey, meta }).setData({ pages: [], pageParams: [] });
    queries.setQueryData(['webhooks', 'list'], []);
    new AppliedEvents(queries).take({ name: 'reset', data: null });
    const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;
    expect([isStale(['webhooks', 'list']), isStale(log.queryKey)]).toEqual([true, false]);
  });
});

import type { AnsweredRequest } from '../api/requests';
import { groupsOf, queryOf, readRequestFilters } from './requests.rules';

describe('the filters of the request log', () => {
  it('are read from an address that anyone may have written', () => {
    const filters = { view: 'errors', id: 'req_1', status: '4xx', route: '/v1/contacts', credential: 'ck_1' };
    expect(readRequestFilters({ ...filters, since: '2026-01-02', until: 'x' })).toEqual({
      ...filters,
      since: '2026-01-02',
    });
    expect(readRequestFilters({ view: 'all', status: '9xx' })).toEqual({});
    expect(readRequestFilters({ status: 422 })).toEqual({ status: '422' });
  });

  it('are asked for by their names in the API', () => {
    expect(queryOf({ view: 'errors', id: 'req_1', until: '2026-01-02' })).toEqual({
      request_id: 'req_1',
      until: new Date(2026, 0, 3).toISOString(),
    });
  });
});

describe('failures', () => {
  const failure = (at: string, change: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
    ...{ id: 1, at, request_id: 'r', method: 'POST', route: '/v1/messages', status: 422, ms: 3 },
    ...{ error: 'validation_error', faults: ['message'], credential_type: 'api_key', credential: 'ck' },
    ...{ address: '127.0.0.1', ...change },
  });

  it('are grouped by what was asked for and answered, the most frequent first', () => {
    const groups = groupsOf([
      failure('2026-01-01T03:00:00Z', { status: 404, error: 'not_found', faults: [] }),
      failure('2026-01-01T02:00:00Z'),
      failure('2026-01-01T01:00:00Z', { faults: ['mobile', 'message'] }),
    ]);
    expect(groups.map(({ status, count, latest, faults }) => ({ status, count, latest, faults }))).toEqual([
      { status: 422, count: 2, latest: '2026-01-01T02:00:00Z', faults: ['message', 'mobile'] },
      { status: 404, count: 1, latest: '2026-01-01T03:00:00Z', faults: [] },
    ]);
  });
});

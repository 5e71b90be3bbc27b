import type { AnsweredRequest, RequestQuery } from '../api/requests';
import { beginOf, readDay, readOneOf, readText } from '../ui/filters.rules';

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Which requests are shown and how, as it stands in the address. */
export interface RequestFilters {
  readonly view?: 'errors';
  readonly id?: string;
  readonly status?: string;
  readonly route?: string;
  readonly credential?: string;
  readonly since?: string;
  readonly until?: string;
}

export function readRequestFilters(search: Record<string, unknown>): RequestFilters {
  const status = readText(search['status'], 3);
  return {
    view: readOneOf(search['view'], ['errors'] as const),
    id: readText(search['id'], 100),
    status: status !== undefined && /^[2-5](\d\d|xx)$/.test(status) ? status : undefined,
    route: readText(search['route']),
    credential: readText(search['credential'], 100),
    since: readDay(search['since']),
    until: readDay(search['until']),
  };
}

/** The last day is shown as well. */
export function queryOf({ id, status, route, credential, since, until }: RequestFilters): RequestQuery {
  return {
    request_id: id,
    status,
    route,
    credential,
    since: beginOf(since),
    until: beginOf(until, 1),
  };
}

/** What went wrong in the same way. */
export interface ErrorGroup {
  readonly key: string;
  readonly status: number;
  readonly error: string | null;
  readonly method: string;
  readonly route: string;
  readonly faults: readonly string[];
  readonly count: number;
  readonly latest: string;
}

/** Groups failures by what was asked for and what was answered, the most frequent first. */
export function groupsOf(failures: readonly AnsweredRequest[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const { status, error, method, route, faults, at } of failures) {
    const key = [status, error, method, route].join(' ');
    const known = groups.get(key);
    groups.set(key, {
      ...{ key, status, error, method, route },
      faults: [...new Set([...(known?.faults ?? []), ...faults])],
      count: (known?.count ?? 0) + 1,
      latest: known !== undefined && known.latest > at ? known.latest : at,
    });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || b.latest.localeCompare(a.latest));
}

/** How an answer looks at first sight. */
export function toneOf(status: number): 'good' | 'wait' | 'bad' {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'wait' : 'good';
}

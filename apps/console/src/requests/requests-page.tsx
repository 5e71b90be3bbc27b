import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../api/me';
import { requestsQuery, type AnsweredRequest } from '../api/requests';
import { useFormats, useTexts } from '../texts/texts';
import { Badge } from '../ui/card';
import { Entries, Entry, Filters } from '../ui/entries';
import { Fact, Facts } from '../ui/facts';
import { Select, TextField } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { useNow, useSettledChange } from '../ui/time';
import { Toggle } from '../ui/toggle';
import { ErrorGroups } from './error-groups';
import { queryOf, statusClasses, toneOf, type RequestFilters } from './requests.rules';

const route = getRouteApi('/requests');

/** What programs asked for and were answered, for those who write them. */
export function RequestsPage() {
  const hasRole = useHasRole();
  return hasRole('developer') ? <Requests /> : <NotFound />;
}

function Requests() {
  const { requests: texts } = useTexts();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const show = (change: RequestFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      tools={
        <>
          <div>
            <Toggle
              isOn={filters.view === 'errors'}
              onChange={(isOn) => show({ view: isOn ? 'errors' : undefined })}
            >
              {texts.grouped}
            </Toggle>
          </div>
          {/* Another one after a group was opened, which sets the fields. */}
          <RequestFields key={filters.view ?? 'all'} filters={filters} onChange={show} />
        </>
      }
    >
      {filters.view === 'errors' ? (
        <ErrorGroups filters={filters} onOpen={(change) => show({ view: undefined, ...change })} />
      ) : (
        <RequestRows filters={filters} />
      )}
    </PageFrame>
  );
}

function RequestFields({
  filters,
  onChange,
}: {
  filters: RequestFilters;
  onChange: (change: RequestFilters) => void;
}) {
  const { requests: texts } = useTexts();
  const [typed, setTyped] = useState(filters);
  const isGrouped = filters.view === 'errors';
  useSettledChange(typed, ({ id, route: path, credential }) =>
    onChange({ id: id || undefined, route: path || undefined, credential: credential || undefined }),
  );
  const text = (member: 'id' | 'route' | 'credential') => (
    <TextField
      label={texts.filters[member]}
      value={typed[member] ?? ''}
      onChange={(value) => setTyped({ ...typed, [member]: value.trim() })}
      maxLength={100}
    />
  );
  const day = (member: 'since' | 'until') => (
    <TextField
      label={texts.filters[member]}
      type="date"
      value={filters[member] ?? ''}
      onChange={(value) => onChange({ [member]: value === '' ? undefined : value })}
    />
  );
  return (
    <Filters>
      {!isGrouped && text('id')}
      {text('route')}
      {text('credential')}
      {!isGrouped && (
        <Select
          label={texts.filters.status}
          value={filters.status ?? ''}
          options={[
            { id: '', label: texts.anyStatus },
            ...statusClasses.map((id) => ({ id, label: texts.statuses[id] })),
            ...(filters.status !== undefined && !statusClasses.some((one) => one === filters.status)
              ? [{ id: filters.status, label: filters.status }]
              : []),
          ]}
          onChange={(id) => onChange({ status: id === '' ? undefined : id })}
        />
      )}
      {day('since')}
      {day('until')}
    </Filters>
  );
}

function RequestRows({ filters }: { filters: RequestFilters }) {
  const { requests: texts } = useTexts();
  const list = useInfiniteQuery(requestsQuery(queryOf(filters)));
  const requests = list.data?.pages.flatMap(({ data }) => data.requests) ?? [];
  return (
    <>
      {list.isPending && <Skeleton rows={6} height="3rem" />}
      {list.isError && requests.length === 0 && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && requests.length === 0 && (
        <Empty icon="pulse" title={texts.emptyTitle}>
          {texts.emptyAbout}
        </Empty>
      )}
      {requests.length > 0 && (
        <Entries>
          {requests.map((request) => (
            <RequestLine key={request.id} request={request} />
          ))}
        </Entries>
      )}
      <LoadMore list={list} />
    </>
  );
}

function RequestLine({ request }: { request: AnsweredRequest }) {
  const { requests: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  return (
    <Entry
      what={
        <>
          <Badge tone={toneOf(request.status)}>{request.status}</Badge>{' '}
          <bdi dir="ltr">{`${request.method} ${request.route}`}</bdi>
        </>
      }
      beside={
        <>
          {request.error !== null && (
            <>
              <bdi dir="ltr">{request.error}</bdi> ·{' '}
            </>
          )}
          {formats.ago(request.at, now)}
        </>
      }
    >
      <Facts>
        <Fact label={texts.at}>{formats.full(request.at)}</Fact>
        <Fact label={texts.filters.id}>
          <bdi dir="ltr">{request.request_id}</bdi>
        </Fact>
        <Fact label={texts.filters.credential}>
          <bdi dir="ltr">{request.credential}</bdi>
        </Fact>
        <Fact label={texts.address}>
          <bdi dir="ltr">{request.address}</bdi>
        </Fact>
        <Fact label={texts.took}>{texts.ms(formats.number(request.ms))}</Fact>
        {request.faults.length > 0 && (
          <Fact label={texts.faults}>
            <bdi dir="ltr">{request.faults.join(', ')}</bdi>
          </Fact>
        )}
      </Facts>
    </Entry>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { requestsQuery } from '../api/requests';
import { useFormats, useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Badge, quietClass } from '../ui/card';
import { LoadMore } from '../ui/load-more';
import { Empty, Failed, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { useNow } from '../ui/time';
import { groupsOf, queryOf, toneOf, type RequestFilters } from './requests.rules';

const PER_PAGE = 100;

/** What fails most, of the latest failures. More of them are read on request, as nothing counts them beforehand. */
export function ErrorGroups({
  filters,
  onOpen,
}: {
  filters: RequestFilters;
  onOpen: (filters: RequestFilters) => void;
}) {
  const { requests: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const { route, credential, since, until } = queryOf(filters);
  const common = { route, credential, since, until };
  const refused = useInfiniteQuery(requestsQuery({ ...common, status: '4xx' }, PER_PAGE));
  const broken = useInfiniteQuery(requestsQuery({ ...common, status: '5xx' }, PER_PAGE));
  const failures = [refused, broken].flatMap(
    ({ data }) => data?.pages.flatMap((page) => page.data.requests) ?? [],
  );
  const failed = [refused, broken].find(({ isError }) => isError);
  if (refused.isPending || broken.isPending) return <Skeleton rows={4} height="3rem" />;
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (failures.length === 0) return <Empty icon="check" title={texts.noErrors} />;
  return (
    <>
      <p className={quietClass}>{texts.ofLatest(failures.length)}</p>
      <Table
        label={texts.grouped}
        columns={[
          { label: texts.filters.route },
          { label: texts.answer },
          { label: texts.count, isNumber: true },
          { label: texts.latest },
          { label: texts.faults },
        ]}
        rows={groupsOf(failures).map((group) => ({
          id: group.key,
          cells: [
            <Button
              key="open"
              kind="plain"
              isSmall
              onPress={() => onOpen({ status: String(group.status), route: group.route })}
            >
              <bdi dir="ltr">{`${group.method} ${group.route}`}</bdi>
            </Button>,
            <span key="answer">
              <Badge tone={toneOf(group.status)}>{group.status}</Badge> <bdi dir="ltr">{group.error}</bdi>
            </span>,
            formats.number(group.count),
            formats.ago(group.latest, now),
            <bdi key="faults" dir="ltr">
              {group.faults.join(', ')}
            </bdi>,
          ],
        }))}
      />
      <LoadMore
        list={{
          hasNextPage: refused.hasNextPage || broken.hasNextPage,
          isFetchingNextPage: refused.isFetchingNextPage || broken.isFetchingNextPage,
          fetchNextPage: () =>
            Promise.all(
              [refused, broken].filter(({ hasNextPage }) => hasNextPage).map((list) => list.fetchNextPage()),
            ),
        }}
      />
    </>
  );
}

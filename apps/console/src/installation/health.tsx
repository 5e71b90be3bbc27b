import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../api/installation';
import { useFormats, useTexts } from '../texts/texts';
import { Badge } from '../ui/card';
import { Failed, Skeleton } from '../ui/states';
import { Table } from '../ui/table';

/** A list of a service ends there. */
const MOST = 100;

/** Which services answer, and what they gave up on. */
export function Health() {
  const { installation: texts } = useTexts();
  const formats = useFormats();
  const read = useQuery(healthQuery);
  const countOf = (count: number) => (count >= MOST ? `${formats.number(MOST)}+` : formats.number(count));
  if (read.isPending) return <Skeleton rows={6} height="2.5rem" />;
  if (read.isError) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <Table
      label={texts.views.health}
      columns={[
        { label: texts.service },
        { label: texts.answers },
        { label: texts.views['dead-letters'], isNumber: true },
        { label: texts.deadJobs, isNumber: true },
      ]}
      rows={read.data.map(({ service, is_reachable, dead_letters, dead_jobs }) => ({
        id: service,
        cells: [
          <bdi key="service" dir="ltr">
            {service}
          </bdi>,
          <Badge key="state" tone={is_reachable ? 'good' : 'bad'}>
            {is_reachable ? texts.isThere : texts.isAway}
          </Badge>,
          is_reachable ? countOf(dead_letters) : '–',
          is_reachable ? countOf(dead_jobs) : '–',
        ],
      }))}
    />
  );
}

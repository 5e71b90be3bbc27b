import { useQuery, useQueryClient } from '@tanstack/react-query';
import { jobsQuery } from '../api/installation';
import { useFormats, useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Badge } from '../ui/card';
import { Select } from '../ui/field';
import { Empty, Failed, Notice, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { jobStates, type InstallationView } from './view.rules';

/** The background work of services that is not done. */
export function Jobs({
  state,
  onChange,
}: {
  state: InstallationView['state'];
  onChange: (state: InstallationView['state']) => void;
}) {
  const { installation: texts } = useTexts();
  const read = useQuery(jobsQuery(state));
  return (
    <>
      <Select
        label={texts.state}
        value={state ?? ''}
        options={[
          { id: '' as const, label: texts.notDone },
          ...jobStates.map((id) => ({ id, label: texts.states[id] })),
        ]}
        onChange={(id) => onChange(id === '' ? undefined : id)}
      />
      {read.isPending && <Skeleton rows={4} height="3rem" />}
      {read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <JobTable {...read.data} />}
    </>
  );
}

type Found = Awaited<ReturnType<NonNullable<ReturnType<typeof jobsQuery>['queryFn']>>>;

function JobTable({ jobs, missing }: Found) {
  const { installation: texts } = useTexts();
  const formats = useFormats();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, notice } = useAct();
  const states = texts.states as Readonly<Record<string, string>>;
  const retry = (service: string, id: number) =>
    run(async () => {
      await ask('POST', `jobs/${service}/${id}/retry`);
      announce(texts.retried);
      await queries.invalidateQueries({ queryKey: ['installation'] });
    });
  return (
    <>
      {missing.length > 0 && <Notice tone="wait">{texts.missing(missing.join(', '))}</Notice>}
      {notice}
      {jobs.length === 0 ? (
        <Empty icon="check" title={texts.noJobs} />
      ) : (
        <Table
          label={texts.views.jobs}
          columns={[
            { label: texts.job },
            { label: texts.state },
            { label: texts.account, isNumber: true },
            { label: texts.attempts, isNumber: true },
            { label: texts.due },
            { label: texts.reason },
            { label: texts.action },
          ]}
          rows={jobs.map((job) => ({
            id: `${job.service}-${job.id}`,
            cells: [
              <bdi key="job" dir="ltr">
                {job.service} {job.type}
              </bdi>,
              <Badge key="state" tone={job.state === 'dead' ? 'bad' : undefined}>
                {states[job.state] ?? job.state}
              </Badge>,
              job.account_id,
              formats.number(job.attempts),
              formats.full(job.due_at),
              <bdi key="reason">{job.reason ?? '–'}</bdi>,
              job.state === 'running' ? (
                '–'
              ) : (
                <Button key="retry" isSmall isDisabled={isBusy} onPress={() => retry(job.service, job.id)}>
                  {texts.retry}
                  <span className="unseen"> {`${job.service} ${job.id}`}</span>
                </Button>
              ),
            ],
          }))}
        />
      )}
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deadLettersQuery } from '../api/installation';
import { useFormats, useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Empty, Failed, Notice, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { useNow } from '../ui/time';

/** The oldest events that services gave up on, without what is in them. */
export function DeadLetters() {
  const { installation: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, notice } = useAct();
  const read = useQuery(deadLettersQuery);
  const replay = (service: string, id: number) =>
    run(async () => {
      const { outcome } = await ask<{ outcome: string }>('POST', `dead-letters/${service}/${id}/replay`);
      announce((texts.outcomes as Readonly<Record<string, string>>)[outcome] ?? outcome);
      await queries.invalidateQueries({ queryKey: ['installation'] });
    });
  if (read.isPending) return <Skeleton rows={4} height="3rem" />;
  if (read.isError) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  const { dead_letters: letters, missing } = read.data;
  return (
    <>
      {missing.length > 0 && <Notice tone="wait">{texts.missing(missing.join(', '))}</Notice>}
      {notice}
      {letters.length === 0 ? (
        <Empty icon="check" title={texts.noLetters} />
      ) : (
        <Table
          label={texts.views['dead-letters']}
          columns={[
            { label: texts.event },
            { label: texts.service },
            { label: texts.account, isNumber: true },
            { label: texts.since },
            { label: texts.reason },
            { label: texts.action },
          ]}
          rows={letters.map((letter) => ({
            id: `${letter.service}-${letter.id}`,
            cells: [
              <bdi key="event" dir="ltr">
                {letter.event_type} {letter.entity}
              </bdi>,
              <bdi key="service" dir="ltr">
                {letter.service} {letter.consumer}
              </bdi>,
              letter.account_id,
              formats.ago(letter.created_at, now),
              <bdi key="reason">{letter.reason}</bdi>,
              <Button
                key="replay"
                isSmall
                isDisabled={isBusy}
                onPress={() => replay(letter.service, letter.id)}
              >
                {texts.replay}
                <span className="unseen"> {`${letter.service} ${letter.id}`}</span>
              </Button>,
            ],
          }))}
        />
      )}
    </>
  );
}

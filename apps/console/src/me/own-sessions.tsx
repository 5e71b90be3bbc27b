import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionsQuery, type OwnSession } from '../api/people';
import { useFormats, useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Badge, Card, Cards, Section } from '../ui/card';
import { Failed, Skeleton } from '../ui/states';
import { useNow } from '../ui/time';
import { browserOf } from './browser.rules';

/** Where the person is signed in, with the way out of each place. */
export function OwnSessions() {
  const { own: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const list = useQuery(sessionsQuery);
  const { ask, run, isBusy, notice } = useAct();
  const end = (path: string) =>
    run(async () => {
      await ask('DELETE', path);
      announce(texts.signedOut);
      await queries.invalidateQueries(sessionsQuery);
    });
  const others = list.data?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Section title={texts.sessions}>
      {list.isPending && <Skeleton rows={2} />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {notice}
      <Cards>
        {list.data?.map((session) => (
          <SessionCard
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => end(`me/sessions/${session.id}`)}
          />
        ))}
      </Cards>
      {others.length > 0 && (
        <div>
          <Button isDisabled={isBusy} onPress={() => end('me/sessions')}>
            {texts.endOthers}
          </Button>
        </div>
      )}
    </Section>
  );
}

function SessionCard({
  session: { is_current, address, user_agent, created_at },
  isBusy,
  onEnd,
}: {
  session: OwnSession;
  isBusy: boolean;
  onEnd: () => void;
}) {
  const { own: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const browser = browserOf(user_agent) ?? texts.someBrowser;
  return (
    <Card
      level={3}
      name={browser}
      under={
        <>
          {address !== null && (
            <>
              <bdi dir="ltr">{address}</bdi> ·{' '}
            </>
          )}
          {texts.since(formats.ago(created_at, now))}
        </>
      }
      beside={
        is_current ? (
          <Badge tone="good">{texts.thisBrowser}</Badge>
        ) : (
          <Button isSmall isDisabled={isBusy} onPress={onEnd}>
            {texts.end}
            <span className="unseen"> {browser}</span>
          </Button>
        )
      }
    />
  );
}

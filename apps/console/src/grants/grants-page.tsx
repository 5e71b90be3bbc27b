import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allGrantsQuery, type Grant } from '../api/apps';
import { useHasRole } from '../api/me';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Cards } from '../ui/card';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { GrantCard } from './grant-card';
import { RevokeGrant } from './revoke-grant';

/** What everybody of the account allowed apps, for admins. */
export function GrantsPage() {
  const hasRole = useHasRole();
  return hasRole('admin') ? <Grants /> : <NotFound />;
}

function Grants() {
  const { grants: texts } = useTexts();
  const list = useQuery(allGrantsQuery);
  const [revoked, setRevoked] = useState<Grant | null>(null);
  return (
    <PageFrame title={texts.title} about={texts.about} isToRead>
      {list.isPending && <Skeleton rows={3} height="7rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <Empty icon="shield" title={texts.emptyTitle}>
          {texts.emptyAbout}
        </Empty>
      )}
      <Cards>
        {list.data?.map((grant) => (
          <GrantCard key={grant.id} grant={grant} isOwn={false} level={2}>
            <Button isSmall onPress={() => setRevoked(grant)}>
              {texts.revoke}
              <span className="unseen"> {`${grant.app_name}, ${grant.email}`}</span>
            </Button>
          </GrantCard>
        ))}
      </Cards>
      {revoked && <RevokeGrant grant={revoked} at="grants" onClose={() => setRevoked(null)} />}
    </PageFrame>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { myGrantsQuery, type Grant } from '../api/apps';
import { part } from '../loading/part';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Cards, Section } from '../ui/card';
import { GrantCard } from './grant-card';
import { RevokeGrant } from './revoke-grant';

const AgentAccessForm = lazy(part(() => import('./agent-access-form')));

/** What the person allowed apps, and how far their agents may go. */
export function OwnGrants() {
  const { grants: texts } = useTexts();
  const list = useQuery(myGrantsQuery);
  const [open, setOpen] = useState<{ what: 'revoke' | 'access'; grant: Grant } | null>(null);
  const close = () => setOpen(null);
  if (!list.data || list.data.length === 0) return null;
  return (
    <Section title={texts.ownTitle}>
      <Cards>
        {list.data.map((grant) => (
          <GrantCard key={grant.id} grant={grant} isOwn level={3}>
            {grant.mcp && (
              <Button isSmall onPress={() => setOpen({ what: 'access', grant })}>
                {texts.change}
                <span className="unseen"> {grant.app_name}</span>
              </Button>
            )}
            <Button isSmall onPress={() => setOpen({ what: 'revoke', grant })}>
              {texts.revoke}
              <span className="unseen"> {grant.app_name}</span>
            </Button>
          </GrantCard>
        ))}
      </Cards>
      {open?.what === 'revoke' && <RevokeGrant grant={open.grant} at="me/grants" onClose={close} />}
      <Suspense>{open?.what === 'access' && <AgentAccessForm grant={open.grant} onClose={close} />}</Suspense>
    </Section>
  );
}

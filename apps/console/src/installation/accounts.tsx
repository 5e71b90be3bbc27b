import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsQuery, type AccountPlan } from '../api/installation';
import { useMe } from '../api/me';
import { useFormats, useTexts } from '../texts/texts';
import { Confirm } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Badge, Card, Cards } from '../ui/card';
import { Fact, Facts } from '../ui/facts';
import { LoadMore } from '../ui/load-more';
import { Menu, type Action } from '../ui/menu';
import { Failed, Skeleton } from '../ui/states';
import { LimitsForm } from './limits-form';
import { features, PlanForm } from './plan-form';

interface Open {
  readonly what: 'plan' | 'limits' | 'switch';
  readonly account: AccountPlan;
}

export function Accounts() {
  const list = useInfiniteQuery(accountsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {list.isPending && <Skeleton rows={3} height="7rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      <Cards>
        {list.data?.pages
          .flatMap(({ data }) => data.accounts)
          .map((account) => (
            <AccountCard key={account.id} account={account} onOpen={setOpen} />
          ))}
      </Cards>
      <LoadMore list={list} />
      {open?.what === 'plan' && <PlanForm account={open.account} onClose={close} />}
      {open?.what === 'limits' && <LimitsForm account={open.account} onClose={close} />}
      {open?.what === 'switch' && <SwitchAccount account={open.account} onClose={close} />}
    </>
  );
}

function AccountCard({ account, onOpen }: { account: AccountPlan; onOpen: (open: Open) => void }) {
  const { installation: texts, account: words } = useTexts();
  const formats = useFormats();
  const isOwn = useMe().account.id === account.id;
  const since = account.suspended_at ?? null;
  const actions: Action[] = [
    { id: 'plan', label: texts.changePlan, icon: 'edit', run: () => onOpen({ what: 'plan', account }) },
    { id: 'limits', label: texts.limits, icon: 'chart', run: () => onOpen({ what: 'limits', account }) },
    // Nobody of one's own account could resume it here.
    ...(isOwn && since == null
      ? []
      : [
          {
            id: 'switch',
            label: since == null ? texts.suspend : texts.resume,
            icon: since == null ? ('close' as const) : ('check' as const),
            isDangerous: since == null,
            run: () => onOpen({ what: 'switch', account }),
          },
        ]),
  ];
  return (
    <Card
      name={account.name}
      under={texts.accountId(account.id)}
      beside={
        <>
          {isOwn && <Badge tone="good">{texts.isOwn}</Badge>}
          {since != null && <Badge tone="bad">{texts.suspendedSince(formats.full(since))}</Badge>}
          <Menu label={texts.actionsOf(account.name)} actions={actions} />
        </>
      }
    >
      <Facts>
        <Fact label={words.channels}>
          {account.account_limit === -1 ? texts.unlimited : formats.number(account.account_limit)}
        </Fact>
        <Fact label={words.rate}>{formats.number(account.rate_limit)}</Fact>
        <Fact label={texts.features}>
          {features
            .filter((feature) => account[feature])
            .map((feature) => words.features[feature])
            .join(', ') || '–'}
        </Fact>
      </Facts>
    </Card>
  );
}

function SwitchAccount({ account, onClose }: { account: AccountPlan; onClose: () => void }) {
  const { installation: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const suspends = !account.suspended_at;
  return (
    <Confirm
      title={suspends ? texts.suspendTitle(account.name) : texts.resumeTitle(account.name)}
      action={suspends ? texts.suspendNow : texts.resumeNow}
      isDangerous={suspends}
      onClose={onClose}
      act={async (ask) => {
        await ask('POST', `accounts/${account.id}/${suspends ? 'suspend' : 'resume'}`);
        announce(suspends ? texts.suspended(account.name) : texts.resumed(account.name));
        onClose();
        await queries.invalidateQueries(accountsQuery);
      }}
    >
      {suspends ? texts.suspendAbout : texts.resumeAbout}
    </Confirm>
  );
}

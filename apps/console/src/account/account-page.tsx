import { useQuery } from '@tanstack/react-query';
import type { OwnAccount } from '@chat/client';
import { accountQuery } from '../api/account';
import { useHasRole } from '../api/me';
import { useFormats, useTexts } from '../texts/texts';
import { Badge, Panel, rowClass } from '../ui/card';
import { Meter } from '../ui/meter';
import { PageFrame } from '../ui/page';
import { Failed, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { percentOf } from './account.rules';
import { Settings } from './settings';

/** What the account may use, how much of it is used, and what its admins decide. */
export function AccountPage() {
  const { account: texts } = useTexts();
  const hasRole = useHasRole();
  const read = useQuery(accountQuery);
  return (
    <PageFrame title={texts.title} about={read.data && <bdi>{read.data.name}</bdi>}>
      {read.isPending && <Skeleton rows={3} height="8rem" />}
      {read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <>
          <Plan account={read.data} />
          <Limits account={read.data} />
        </>
      )}
      {hasRole('admin') && <Settings />}
    </PageFrame>
  );
}

const features = ['device_channels', 'cloud_channels', 'coexistence', 'manual_probes'] as const;

function Plan({ account }: { account: OwnAccount }) {
  const { account: texts } = useTexts();
  const formats = useFormats();
  const { plan, slots, rate_limit: rate } = account;
  const used = rate.limit - rate.remaining;
  return (
    <Panel title={texts.plan} about={texts.planAbout}>
      <div className={rowClass}>
        {features.map((feature) => (
          <Badge key={feature} tone={plan[feature] ? 'good' : undefined}>
            {texts.features[feature]}: {plan[feature] ? texts.yes : texts.no}
          </Badge>
        ))}
      </div>
      <div>
        <p>
          {texts.channels}:{' '}
          {slots.limit === -1
            ? texts.unlimited(slots.used)
            : texts.usedOf(formats.number(slots.used), formats.number(slots.limit))}
        </p>
        {slots.limit !== -1 && <Meter percent={percentOf(slots.used, slots.limit)} />}
      </div>
      <div>
        <p>
          {texts.rate}: {texts.usedOf(formats.number(used), formats.number(rate.limit))}
        </p>
        <Meter percent={percentOf(used, rate.limit)} />
      </div>
    </Panel>
  );
}

function Limits({ account }: { account: OwnAccount }) {
  const { account: texts } = useTexts();
  const formats = useFormats();
  const names = texts.limits as Readonly<Record<string, string>>;
  return (
    <Panel title={texts.kept} about={texts.keptAbout}>
      <Table
        label={texts.kept}
        columns={[
          { label: texts.what },
          { label: texts.used, isNumber: true },
          { label: texts.atMost, isNumber: true },
          { label: texts.share },
        ]}
        rows={account.limits.map(({ limit, unit, used, max }) => {
          const amount = unit === 'bytes' ? formats.size : formats.number;
          const percent = percentOf(used, max);
          return {
            id: limit,
            cells: [
              names[limit] ?? limit,
              amount(used),
              amount(max),
              <span key="share">
                {formats.percent(percent / 100)}
                <Meter percent={percent} />
              </span>,
            ],
          };
        })}
      />
    </Panel>
  );
}

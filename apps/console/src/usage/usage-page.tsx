import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { accountQuery } from '../api/account';
import { channelOptions } from '../api/channel-options.rules';
import { useChannels } from '../api/channels';
import { useMay } from '../api/me';
import { usageQuery } from '../api/usage';
import { percentOf } from '../account/account.rules';
import { useFormats, useTexts } from '../texts/texts';
import { Panel } from '../ui/card';
import { Select } from '../ui/field';
import { Meter } from '../ui/meter';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Failed, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { useNow } from '../ui/time';
import { Bars, Legend } from './plots';
import {
  byChannel,
  byDay,
  daysUntil,
  delivered,
  spans,
  statuses,
  type Count,
  type Status,
  type UsageFilters,
} from './usage.rules';
import styles from './usage.module.css';

const route = getRouteApi('/usage');
/** How often the day is looked at, which may have become another one. */
const MINUTE_MS = 60_000;

/** How much is written, how well it arrives, and how much of the rate is used. */
export function UsagePage() {
  const may = useMay();
  return may('messages:read') ? <Usage /> : <NotFound />;
}

function Usage() {
  const { usage: texts } = useTexts();
  const navigate = route.useNavigate();
  const filters = route.useSearch();
  const formats = useFormats();
  const channels = useChannels();
  const days = daysUntil(useNow(MINUTE_MS), Number(filters.days ?? '30'));
  const read = useQuery(usageQuery(`${days[0]}T00:00:00Z`));
  const show = (change: UsageFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      tools={
        <>
          <div className={styles.filter}>
            <Select
              label={texts.span}
              value={filters.days ?? '30'}
              options={spans.map((id) => ({ id, label: texts.days(Number(id)) }))}
              onChange={(id) => show({ days: id === '30' ? undefined : id })}
            />
          </div>
          <div className={styles.filter}>
            <Select
              label={texts.channel}
              value={String(filters.channel ?? '')}
              options={[{ id: '', label: texts.allChannels }, ...channelOptions(channels, formats.phone)]}
              onChange={(id) => show({ channel: id === '' ? undefined : Number(id) })}
            />
          </div>
        </>
      }
    >
      {read.isPending && <Skeleton rows={3} height="12rem" />}
      {read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <>
          <ByDay counts={read.data.usage} days={days} channel={filters.channel} />
          <ByChannel counts={read.data.usage} days={days} />
        </>
      )}
      <Rate />
    </PageFrame>
  );
}

function ByDay({
  counts,
  days,
  channel,
}: {
  counts: readonly Count[];
  days: readonly string[];
  channel: number | undefined;
}) {
  const { usage: texts } = useTexts();
  const formats = useFormats();
  const numbers = byDay(counts, days, channel);
  const nameOf = (status: Status) => texts.statuses[status];
  return (
    <Panel title={texts.byDay} about={texts.byDayAbout}>
      <Legend shown={statuses} nameOf={nameOf} />
      <Bars
        label={texts.byDayPlot}
        days={days}
        numbers={numbers}
        shown={statuses}
        nameOf={formats.utcDay}
        format={formats.number}
      />
      <Table
        label={texts.byDay}
        columns={[
          { label: texts.day },
          ...statuses.map((status) => ({ label: nameOf(status), isNumber: true })),
        ]}
        rows={days
          .map((day, index) => ({
            id: day,
            cells: [
              formats.utcDay(day),
              ...statuses.map((status) => formats.number(numbers[index]![status])),
            ],
          }))
          .reverse()}
      />
    </Panel>
  );
}

function ByChannel({ counts, days }: { counts: readonly Count[]; days: readonly string[] }) {
  const { usage: texts } = useTexts();
  const formats = useFormats();
  const channels = channelOptions(useChannels(), formats.phone);
  const found = [...byChannel(counts, days)];
  if (found.length === 0) return null;
  const nameOf = (id: number) =>
    channels.find((channel) => channel.id === String(id))?.label ?? texts.deletedChannel(id);
  return (
    <Panel title={texts.success} about={texts.successAbout}>
      <Table
        label={texts.success}
        columns={[
          { label: texts.channel },
          ...statuses.map((status) => ({ label: texts.statuses[status], isNumber: true })),
          { label: texts.deliveredShare },
        ]}
        rows={found.map(([id, numbers]) => {
          const share = delivered(numbers);
          return {
            id: String(id),
            cells: [
              <bdi key="name">{nameOf(id)}</bdi>,
              ...statuses.map((status) => formats.number(numbers[status])),
              share === null ? (
                '–'
              ) : (
                <span key="share">
                  {formats.percent(share)}
                  <svg className={styles.plot} viewBox="0 0 100 4" aria-hidden="true">
                    <rect width={share * 100} height="4" className={styles.delivered} />
                  </svg>
                </span>
              ),
            ],
          };
        })}
      />
    </Panel>
  );
}

/** What programs asked for within the latest minute, of what they may. */
function Rate() {
  const { usage: texts, account } = useTexts();
  const formats = useFormats();
  const read = useQuery({ ...accountQuery, refetchInterval: MINUTE_MS });
  if (!read.data) return null;
  const { limit, remaining } = read.data.rate_limit;
  const used = limit - remaining;
  return (
    <Panel title={account.rate} about={texts.rateAbout}>
      <p>{account.usedOf(formats.number(used), formats.number(limit))}</p>
      <Meter percent={percentOf(used, limit)} />
    </Panel>
  );
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Webhook } from '@chat/client';
import { deliveriesQuery, type DeliveryRow } from '../api/webhooks';
import { useFormats, useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Select } from '../ui/field';
import { Empty, Failed, Skeleton } from '../ui/states';
import { useNow } from '../ui/time';
import { DeliveryBadge } from './delivery-badge';
import { EventName } from './event-name';
import { events, TEST_EVENT } from './events.rules';
import { statuses, type LogView } from './filters.rules';
import { useOutcomeText } from '../trail/outcome';
import styles from './webhooks.module.css';

const ROW_HEIGHT = 64;
/** Rows beyond the last one that is seen at which the next page is asked for. */
const AHEAD = 30;

interface Props {
  webhook: Webhook;
  /** All endpoints, to change to another one. */
  others: readonly Webhook[];
  view: LogView;
  onChange: (change: LogView) => void;
}

/** What was delivered to an endpoint, newest first, as far as somebody scrolls. */
export function DeliveryLog({ webhook, others, view, onChange }: Props) {
  const { webhooks: texts } = useTexts();
  const queries = useQueryClient();
  const query = deliveriesQuery(webhook.id, { status: view.status, event: view.event });
  const list = useInfiniteQuery(query);
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const isFiltered = view.status !== undefined || view.event !== undefined;
  return (
    <>
      <Filters webhook={webhook} others={others} view={view} onChange={onChange}>
        <Button onPress={() => void queries.resetQueries({ queryKey: query.queryKey })}>
          {texts.refresh}
        </Button>
      </Filters>
      {list.isPending && <Skeleton rows={6} height="3.5rem" />}
      {list.isError && rows.length === 0 && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <Empty
          icon={isFiltered ? 'search' : 'inbox'}
          title={isFiltered ? texts.noMatch : texts.noDeliveries}
          action={
            isFiltered && (
              <Button onPress={() => onChange({ status: undefined, event: undefined })}>{texts.clear}</Button>
            )
          }
        >
          {isFiltered ? texts.noMatchAbout : texts.noDeliveriesAbout}
        </Empty>
      )}
      {rows.length > 0 && (
        <Rows
          webhookId={webhook.id}
          rows={rows}
          view={view}
          onNearEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError)
              void list.fetchNextPage();
          }}
        />
      )}
      {list.isFetchNextPageError && <Failed error={list.error} onRetry={() => void list.fetchNextPage()} />}
    </>
  );
}

function Filters({ webhook, others, view, onChange, children }: Props & { children: ReactNode }) {
  const { webhooks: texts } = useTexts();
  const navigate = useNavigate();
  const names = [...new Set([...events, TEST_EVENT, ...(view.event === undefined ? [] : [view.event])])];
  return (
    <div role="search" aria-label={texts.filters} className={styles.filters}>
      {others.length > 1 && (
        <Select
          label={texts.endpoint}
          value={String(webhook.id)}
          options={others.map(({ id, label }) => ({ id: String(id), label }))}
          onChange={(id) =>
            void navigate({
              to: '/webhooks/$webhook',
              params: { webhook: id },
              search: { status: view.status, event: view.event },
            })
          }
        />
      )}
      <Select
        label={texts.status}
        value={view.status ?? ''}
        options={[
          { id: '' as const, label: texts.anyStatus },
          ...statuses.map((id) => ({ id, label: texts.statuses[id] })),
        ]}
        onChange={(id) => onChange({ status: id === '' ? undefined : id })}
      />
      <Select
        label={texts.event}
        value={view.event ?? ''}
        options={[
          { id: '', label: texts.anyEvent },
          ...names.map((id) => ({ id, label: texts.names[id] ?? id })),
        ]}
        onChange={(id) => onChange({ event: id === '' ? undefined : id })}
      />
      {children}
    </div>
  );
}

function Rows({
  webhookId,
  rows,
  view,
  onNearEnd,
}: {
  webhookId: number;
  rows: readonly DeliveryRow[];
  view: LogView;
  onNearEnd: () => void;
}) {
  const { webhooks: texts } = useTexts();
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]!.id,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD) onNearEnd();
    // The callback is another one at each rendering.
  }, [last, rows.length]);
  /** Arrow keys move along the list; rows beyond what is rendered come into view first. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const current = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (step === 0 || !current) return;
    const next = Number(current.dataset['index']) + step;
    if (next < 0 || next >= rows.length) return;
    event.preventDefault();
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus(),
    );
  };
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={texts.deliveries}
      className={styles.log}
      onKeyDown={onKeyDown}
    >
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <li
            key={key}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
          >
            <Row webhookId={webhookId} row={rows[index]!} view={view} now={now} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({
  webhookId,
  row,
  view,
  now,
}: {
  webhookId: number;
  row: DeliveryRow;
  view: LogView;
  now: number;
}) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const outcome = useOutcomeText();
  const { id, event, status, attempts, created_at: at } = row;
  const result = [texts.attemptCount(attempts), outcome(row)].filter((text) => text !== '').join(' · ');
  return (
    <Link
      to="/webhooks/$webhook"
      params={{ webhook: String(webhookId) }}
      search={{ ...view, delivery: id }}
      replace
      preload={false}
      className={styles.row}
    >
      <span className={styles.rowStatus}>
        <DeliveryBadge status={status} />
      </span>
      <span className={styles.rowEvent}>
        <EventName event={event} />
      </span>
      <time className={styles.rowTime} dateTime={at}>
        {formats.brief(at, now)}
      </time>
      <span className={styles.rowResult}>{result}</span>
    </Link>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ApiError } from '../api/call';
import { channelOptions } from '../api/channel-options.rules';
import { useChannels } from '../api/channels';
import { conversationListQuery } from '../api/conversations';
import { useFormats, useTexts } from '../texts/texts';
import { buttonClass } from '../ui/button';
import { SearchField, Select } from '../ui/field';
import { Empty, Failed, Skeleton } from '../ui/states';
import { useNow, useSettled } from '../ui/time';
import { Toggle } from '../ui/toggle';
import { ConversationRow } from './conversation-row';
import type { InboxFilters } from './filters.rules';
import styles from './inbox.module.css';

const route = getRouteApi('/inbox');
const ROW_HEIGHT = 76;
/** Rows beyond the last one that is seen at which the next page is asked for. */
const AHEAD = 10;

export function ConversationList({ openId }: { openId: number | null }) {
  const { inbox: texts } = useTexts();
  const filters = route.useSearch();
  const list = useInfiniteQuery(
    conversationListQuery({ search: filters.q, unread: filters.unread, chat_account_id: filters.channel }),
  );
  const conversations = list.data?.pages.flatMap(({ data }) => data.conversations) ?? [];
  const isFiltered = filters.q !== undefined || filters.unread === true || filters.channel !== undefined;
  // The channel of the filter may have been deleted.
  const isNothing = isFiltered && list.error instanceof ApiError && list.error.status === 404;
  // On phones an open conversation is all that is seen, so the page is about that.
  const Title = openId === null ? 'h1' : 'h2';
  return (
    <>
      <header className={styles.listHeader}>
        <Title>{texts.title}</Title>
        <Filters filters={filters} />
      </header>
      {list.isPending && <Skeleton rows={8} />}
      {conversations.length === 0 && list.isError && !isNothing && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {conversations.length === 0 && (list.data ?? isNothing) && <NothingListed isFiltered={isFiltered} />}
      {conversations.length > 0 && (
        <Rows
          conversations={conversations}
          openId={openId}
          filters={filters}
          onNearEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

function Filters({ filters }: { filters: InboxFilters }) {
  const { inbox: texts } = useTexts();
  // From wherever this is, so that the conversation that is open stays so.
  const navigate = useNavigate();
  const channels = useChannels();
  const formats = useFormats();
  const [typed, setTyped] = useState(filters.q ?? '');
  const searched = useSettled(typed);
  useEffect(() => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q: searched.trim() === '' ? undefined : searched }),
      replace: true,
    });
  }, [searched, navigate]);
  const filter = (change: InboxFilters) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <div className={styles.filters} role="search">
      <SearchField label={texts.search} value={typed} onChange={setTyped} />
      <div className={styles.filterRow}>
        <Toggle isOn={filters.unread === true} onChange={(isOn) => filter({ unread: isOn || undefined })}>
          {texts.unread}
        </Toggle>
        {channels.length > 1 && (
          <Select
            label={texts.channel}
            isLabelSeen={false}
            value={String(filters.channel ?? '')}
            options={[{ id: '', label: texts.allChannels }, ...channelOptions(channels, formats.phone)]}
            onChange={(id) => filter({ channel: id === '' ? undefined : Number(id) })}
          />
        )}
      </div>
    </div>
  );
}

function NothingListed({ isFiltered }: { isFiltered: boolean }) {
  const { inbox: texts, channels } = useTexts();
  const hasChannel = useChannels().length > 0;
  if (isFiltered) {
    return (
      <Empty
        icon="search"
        title={texts.noMatch}
        action={
          <Link to="/inbox" search={{}} reloadDocument={false} className={buttonClass('second')}>
            {texts.clear}
          </Link>
        }
      >
        {texts.noMatchAbout}
      </Empty>
    );
  }
  return (
    <Empty
      icon="inbox"
      title={texts.emptyTitle}
      action={
        hasChannel ? undefined : (
          <Link to="/channels" className={buttonClass('first')}>
            {channels.title}
          </Link>
        )
      }
    >
      {hasChannel ? texts.emptyAbout : texts.emptyNoChannel}
    </Empty>
  );
}

interface RowsProps {
  conversations: readonly Parameters<typeof ConversationRow>[0]['conversation'][];
  openId: number | null;
  filters: InboxFilters;
  onNearEnd: () => void;
}

function Rows({ conversations, openId, filters, onNearEnd }: RowsProps) {
  const { inbox: texts } = useTexts();
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => conversations[index]!.id,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= conversations.length - AHEAD) onNearEnd();
    // The callback is another one at each rendering.
  }, [last, conversations.length]);
  /** Arrow keys move along the list; rows beyond what is rendered come into view first. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const current = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (step === 0 || !current) return;
    const next = Number(current.dataset['index']) + step;
    if (next < 0 || next >= conversations.length) return;
    event.preventDefault();
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus(),
    );
  };
  return (
    <nav ref={scroller} aria-label={texts.conversations} className={styles.rows} onKeyDown={onKeyDown}>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <li
            key={key}
            data-index={index}
            aria-setsize={conversations.length}
            aria-posinset={index + 1}
            style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
          >
            <ConversationRow
              conversation={conversations[index]!}
              isOpen={conversations[index]!.id === openId}
              filters={filters}
              now={now}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

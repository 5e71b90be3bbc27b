import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Message } from '@chat/client';
import { timeOf } from '../messages/loaded.rules';
import { MessageBubble } from '../messages/message-bubble';
import { withoutMessage } from '../sending/arrived.rules';
import { discard, useParcels } from '../sending/outbox';
import { ParcelBubble } from '../sending/parcel-bubble';
import type { Parcel } from '../sending/parcels.rules';
import { useFormats, useTexts } from '../texts/texts';
import { IconButton } from '../ui/button';
import { useNow } from '../ui/time';
import styles from './inbox.module.css';

type Row =
  | { readonly kind: 'start'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message }
  | { readonly kind: 'parcel'; readonly key: string; readonly parcel: Parcel };

interface Props {
  conversationId: number;
  customer: string;
  messages: readonly Message[];
  hasOlder: boolean;
  onNearStart: () => void;
  onReply: (message: Message) => void;
  onReact: (message: Message, emoji: string) => void;
  onEdit: (parcel: Parcel) => void;
  /** Absent for those who may not see what became of a message. */
  onExplain?: (message: Message) => void;
}

/** Rows before the first one that is seen at which earlier messages are asked for. */
const AHEAD = 8;
const TALL = 64;

/** However long a thread is, only what is near the screen is in the page; what is read keeps its place. */
export function ThreadRows({
  conversationId,
  customer,
  messages,
  hasOlder,
  onNearStart,
  onReply,
  onReact,
  onEdit,
  onExplain,
}: Props) {
  const { thread: texts } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const leaving = useParcels().filter((parcel) => parcel.conversationId === conversationId);
  const parcels = withoutMessage(leaving, messages);
  useEffect(() => {
    // Nobody was told, but they were sent.
    for (const parcel of leaving) if (parcel.error !== null && !parcels.includes(parcel)) discard(parcel);
  });
  const rows = rowsOf(messages, parcels);
  const known = new Map(messages.map((message) => [message.id, message]));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TALL,
    getItemKey: (index) => rows[index]!.key,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 120,
  });
  const parcelCount = leaving.length;
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer, parcelCount]);
  useEffect(() => {
    // A keyboard that opens, or a growing answer, must not hide the newest message.
    let wasAtEnd = true;
    const note = () => void (wasAtEnd = virtualizer.isAtEnd(120));
    const observer = new ResizeObserver(() => wasAtEnd && virtualizer.scrollToEnd());
    const element = scroller.current!;
    element.addEventListener('scroll', note, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', note);
      observer.disconnect();
    };
  }, [virtualizer]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  useEffect(() => {
    if (first <= AHEAD) onNearStart();
    // The callback is another one at each rendering.
  }, [first, messages.length]);
  return (
    <div className={styles.threadBody}>
      <div ref={scroller} role="region" aria-label={texts.messages} tabIndex={0} className={styles.scroller}>
        <ol className={styles.messages} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => (
            <li
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              style={{ transform: `translateY(${start}px)` }}
            >
              <RowView
                row={rows[index]!}
                hasOlder={hasOlder}
                known={known}
                {...{ customer, onReply, onReact, onEdit, onExplain }}
              />
            </li>
          ))}
        </ol>
      </div>
      {!virtualizer.isAtEnd(400) && items.length > 0 && items.length < rows.length && (
        <div className={styles.toNewest}>
          <IconButton icon="toBottom" label={texts.toNewest} onPress={() => virtualizer.scrollToEnd()} />
        </div>
      )}
      <NewMessage message={messages.at(-1)} customer={customer} />
    </div>
  );
}

interface RowProps {
  row: Row;
  hasOlder: boolean;
  known: ReadonlyMap<number, Message>;
  customer: string;
  onReply: (message: Message) => void;
  onReact: (message: Message, emoji: string) => void;
  onEdit: (parcel: Parcel) => void;
  onExplain?: (message: Message) => void;
}

function RowView({ row, hasOlder, known, customer, onEdit, ...actions }: RowProps) {
  const { thread: texts } = useTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  switch (row.kind) {
    case 'start':
      return <p className={styles.start}>{hasOlder ? texts.older : texts.begin}</p>;
    case 'day':
      return (
        <h2 className={styles.day}>
          <span>{formats.day(row.at, now)}</span>
        </h2>
      );
    case 'parcel':
      return <ParcelBubble parcel={row.parcel} onEdit={onEdit} />;
    case 'message': {
      const { message } = row;
      const repliedTo = message.reply_to === null ? null : (known.get(message.reply_to) ?? null);
      return <MessageBubble {...{ message, repliedTo, customer, ...actions }} />;
    }
  }
}

/** Reads out what arrives while the thread is open. */
function NewMessage({ message, customer }: { message: Message | undefined; customer: string }) {
  const { inbox } = useTexts();
  const opened = useRef(message?.id);
  const isNew = message !== undefined && message.id !== opened.current && message.direction === 'inbound';
  return (
    <p role="status" className="unseen">
      {isNew && inbox.newMessageFrom(customer, (message.message ?? '').slice(0, 300))}
    </p>
  );
}

function rowsOf(messages: readonly Message[], parcels: readonly Parcel[]): Row[] {
  const rows: Row[] = [{ kind: 'start', key: 'start' }];
  let day = '';
  for (const message of messages) {
    const at = timeOf(message);
    const date = new Date(at).toDateString();
    if (date !== day) rows.push({ kind: 'day', key: `day-${date}`, at });
    day = date;
    rows.push({ kind: 'message', key: `message-${message.id}`, message });
  }
  return [...rows, ...parcels.map((parcel) => ({ kind: 'parcel' as const, key: parcel.key, parcel }))];
}

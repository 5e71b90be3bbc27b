import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type DragEvent, type RefObject } from 'react';
import type { Conversation, Message } from '@chat/client';
import { ApiError, dataOf } from '../api/call';
import { useChannels } from '../api/channels';
import { conversationQuery, nameOf } from '../api/conversations';
import { messagesQuery, readMessage } from '../api/messages';
import { useHasRole, useMay } from '../api/me';
import { part } from '../loading/part';
import { patchConversation, showMessage } from '../messages/caches';
import { inOrder } from '../messages/loaded.rules';
import { Composer, useAddFiles } from '../sending/composer';
import { changeDraft } from '../sending/drafts';
import { discard } from '../sending/outbox';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { iconButtonClass } from '../ui/button';
import { NotFound } from '../ui/not-found';
import { useTitle } from '../ui/page';
import { Empty, Failed, Skeleton, useProblemText } from '../ui/states';
import { ThreadRows } from './thread-rows';
import styles from './inbox.module.css';

const TrailDialog = lazy(part(() => import('../trail/trail-dialog')));

/** One conversation: who, what was said, and where one answers. */
export function Thread({ id }: { id: number }) {
  const conversation = useQuery(conversationQuery(id));
  if (conversation.error instanceof ApiError && conversation.error.status === 404) return <NotFound />;
  if (conversation.isError && !conversation.data)
    return <Failed error={conversation.error} onRetry={() => void conversation.refetch()} />;
  if (!conversation.data) return <Skeleton rows={1} height="4rem" />;
  return <OpenThread conversation={conversation.data} />;
}

function OpenThread({ conversation }: { conversation: Conversation }) {
  const { inbox, thread: texts, composer } = useTexts();
  const formats = useFormats();
  const may = useMay();
  const { id } = conversation;
  const name = nameOf(conversation, formats.phone) ?? inbox.unknownPerson;
  useTitle(name);
  const channel = useChannels().find((one) => one.id === conversation.chat_account_id);
  const { isDropping, ...dropping } = useDropping(id);
  useReadMark(conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const canDrop = may('messages:send') && channel?.connection_status === 'connected';
  return (
    <div className={styles.open} {...(canDrop ? dropping : {})}>
      <header className={styles.threadHeader}>
        <Link
          to="/inbox"
          search={true}
          className={`${iconButtonClass()} ${styles.backLink}`}
          aria-label={texts.backToList}
        >
          <Icon name="back" flips />
        </Link>
        <Avatar name={conversation.contact.name} />
        <div className={styles.threadNames}>
          <h1 className={styles.threadName}>
            <bdi>{name}</bdi>
          </h1>
          <p className={styles.threadAbout}>
            {conversation.contact.phone !== null && conversation.contact.name !== null && (
              <>
                <bdi dir="ltr">{formats.phone(conversation.contact.phone)}</bdi>{' '}
              </>
            )}
            {channel && <bdi>{texts.via(channel.business_name)}</bdi>}
          </p>
        </div>
      </header>
      <Messages conversation={conversation} customer={name} field={field} />
      <Composer conversation={conversation} channel={channel} field={field} />
      {isDropping && canDrop && <div className={styles.dropZone}>{composer.dropHere}</div>}
    </div>
  );
}

function Messages({
  conversation,
  customer,
  field,
}: {
  conversation: Conversation;
  customer: string;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { inbox: texts } = useTexts();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const say = useProblemText();
  const hasRole = useHasRole();
  const [explained, setExplained] = useState<number | null>(null);
  const list = useInfiniteQuery(messagesQuery(conversation.id));
  const messages = useMemo(() => inOrder(list.data), [list.data]);
  const react = async ({ id }: Message, emoji: string) => {
    const body = { conversation_id: conversation.id, reaction: { message_id: id, emoji } };
    try {
      await dataOf('POST', 'messages', { body, idempotencyKey: crypto.randomUUID() });
      showMessage(queries, await readMessage(id));
    } catch (error) {
      announce(say(error));
    }
  };
  if (list.isPending)
    return (
      <div className={styles.loading}>
        <Skeleton rows={6} height="3rem" />
      </div>
    );
  if (list.isError && messages.length === 0)
    return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (messages.length === 0) return <Empty icon="inbox" title={texts.nobody} />;
  return (
    <>
      <ThreadRows
        conversationId={conversation.id}
        customer={customer}
        messages={messages}
        hasOlder={list.hasNextPage}
        onNearStart={() => {
          if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
        }}
        onReply={(message) => {
          changeDraft(conversation.id, { replyTo: message });
          // Until it is gone, the menu keeps the focus to itself.
          setTimeout(() => field.current?.focus());
        }}
        onReact={(message, emoji) => void react(message, emoji)}
        onEdit={(parcel) => {
          const { text, file, replyTo } = parcel;
          changeDraft(conversation.id, {
            text: text ?? '',
            files: file ? [file] : [],
            replyTo: messages.find((message) => message.id === replyTo) ?? null,
          });
          discard(parcel);
          field.current?.focus();
        }}
        onExplain={hasRole('developer') ? ({ id }) => setExplained(id) : undefined}
      />
      <Suspense>
        {explained !== null && <TrailDialog messageId={explained} onClose={() => setExplained(null)} />}
      </Suspense>
    </>
  );
}

/** What is shown to somebody who may answer is read, as long as they look. */
function useReadMark({ id, unread_count: unread }: Conversation): void {
  const queries = useQueryClient();
  const may = useMay();
  const mayMark = may('messages:send');
  useEffect(() => {
    if (unread === 0 || !mayMark) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      patchConversation(queries, id, (one) => ({ ...one, unread_count: 0 }));
      // If it does not arrive, the next look at the list shows it as unread again.
      void dataOf('POST', `conversations/${id}/read`).catch(() => undefined);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id, unread, mayMark, queries]);
}

function useDropping(conversationId: number) {
  const addFiles = useAddFiles(conversationId);
  const [isDropping, setDropping] = useState(false);
  const depth = useRef(0);
  const move = (step: number) => {
    depth.current = Math.max(0, depth.current + step);
    setDropping(depth.current > 0);
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isDropping,
    onDragEnter: (event: DragEvent) => hasFiles(event) && move(1),
    onDragLeave: (event: DragEvent) => hasFiles(event) && move(-1),
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setDropping(false);
      addFiles(event.dataTransfer.files);
    },
  };
}

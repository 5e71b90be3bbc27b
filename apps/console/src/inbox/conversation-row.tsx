import { Link } from '@tanstack/react-router';
import type { Conversation, Message } from '@chat/client';
import { nameOf } from '../api/conversations';
import { previewOf } from '../messages/content.rules';
import { kindText } from '../messages/kind-text';
import { StatusMark } from '../messages/status-mark';
import { useFormats, useTexts } from '../texts/texts';
import { Avatar } from '../ui/avatar';
import type { InboxFilters } from './filters.rules';
import styles from './inbox.module.css';

interface Props {
  conversation: Conversation;
  isOpen: boolean;
  filters: InboxFilters;
  now: number;
}

export function ConversationRow({ conversation, isOpen, filters, now }: Props) {
  const { inbox: texts } = useTexts();
  const formats = useFormats();
  const { id, unread_count: unread, last_message: last, last_message_at: at } = conversation;
  const name = nameOf(conversation, formats.phone) ?? texts.unknownPerson;
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: String(id) }}
      search={filters}
      className={unread > 0 ? `${styles.row} ${styles.isUnread}` : styles.row}
      aria-current={isOpen ? 'true' : undefined}
      preload={false}
    >
      <Avatar name={conversation.contact.name} />
      <span className={styles.rowBody}>
        <span className={styles.rowTop}>
          <bdi className={styles.rowName}>{name}</bdi>
          {at !== null && (
            <time className={styles.rowTime} dateTime={at}>
              {formats.brief(at, now)}
            </time>
          )}
        </span>
        <span className={styles.rowBottom}>
          <span className={styles.rowText}>{last ? <Snippet message={last} /> : texts.nobody}</span>
          {unread > 0 && (
            <span className={styles.count}>
              <span aria-hidden="true">{unread > 99 ? '99+' : formats.number(unread)}</span>
              <span className="unseen">{texts.unreadCount(unread)}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function Snippet({ message }: { message: Message }) {
  const texts = useTexts();
  const { kind, text } = previewOf(message);
  const isOurs = message.direction === 'outbound';
  return (
    <>
      {isOurs && <StatusMark status={message.status} />}
      {isOurs && <span className="unseen">{texts.inbox.you}: </span>}
      <bdi>{kindText(texts, kind, text)}</bdi>
    </>
  );
}

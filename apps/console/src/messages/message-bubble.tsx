import type { Message } from '@chat/client';
import { useMay } from '../api/me';
import { useFormats, useTexts } from '../texts/texts';
import { Menu, type Action } from '../ui/menu';
import { previewOf, reactionOf } from './content.rules';
import { kindText } from './kind-text';
import { timeOf } from './loaded.rules';
import { MessageContent } from './message-content';
import { StatusMark } from './status-mark';
import styles from './messages.module.css';

const EMOJIS = ['👍', '❤️', '😂', '😮', '🙏'];

interface Props {
  message: Message;
  /** The one that it answers, as far as it is loaded. */
  repliedTo: Message | null;
  customer: string;
  onReply: (message: Message) => void;
  onReact: (message: Message, emoji: string) => void;
  /** Absent for those who may not see what became of it. */
  onExplain?: (message: Message) => void;
}

/** One message of a thread: who wrote it, what, when, and how far it has come. */
export function MessageBubble({ message, repliedTo, customer, ...actions }: Props) {
  const texts = useTexts();
  const { thread, inbox } = texts;
  const formats = useFormats();
  const isOurs = message.direction === 'outbound';
  if (message.type === 'reaction' || message.type === 'system') {
    return <Aside message={message} who={isOurs ? inbox.you : customer} />;
  }
  return (
    <article className={`${styles.line} ${isOurs ? styles.ours : styles.theirs}`}>
      <div className={styles.bubble}>
        <span className="unseen">{isOurs ? (authorOf(message, texts) ?? inbox.you) : customer}: </span>
        {message.reply_to !== null && <Quote message={repliedTo} customer={customer} />}
        <MessageContent message={message} />
        <footer className={styles.foot}>
          {isOurs && <Author message={message} />}
          {message.edited_at !== null && <span>{thread.edited}</span>}
          <time dateTime={timeOf(message)} title={formats.full(timeOf(message))}>
            {formats.clock(timeOf(message))}
          </time>
          {isOurs && <StatusMark status={message.status} />}
        </footer>
        <Outcome message={message} />
        {message.reactions.length > 0 && (
          <ul className={styles.reactions}>
            {message.reactions.map(({ direction, emoji, message_id }) => (
              <li key={message_id} title={thread.reactionOf[direction]}>
                <span className="unseen">{thread.reactionOf[direction]}: </span>
                {emoji}
              </li>
            ))}
          </ul>
        )}
      </div>
      <BubbleActions message={message} {...actions} />
    </article>
  );
}

/** A line between the bubbles: nobody said it aloud. */
function Aside({ message, who }: { message: Message; who: string }) {
  const texts = useTexts();
  const formats = useFormats();
  const text =
    message.type === 'reaction'
      ? `${who}: ${kindText(texts, 'reaction', reactionOf(message)?.emoji ?? null)}`
      : (message.message ?? texts.thread.system);
  return (
    <p className={styles.aside}>
      <bdi>{text}</bdi> · {formats.clock(timeOf(message))}
    </p>
  );
}

function Quote({ message, customer }: { message: Message | null; customer: string }) {
  const texts = useTexts();
  const preview = message && previewOf(message);
  return (
    <blockquote className={styles.quote}>
      <span className={styles.quoteWho}>
        <bdi>
          {message?.direction === 'outbound' ? texts.inbox.you : message ? customer : texts.thread.repliesTo}
        </bdi>
      </span>
      <bdi className={styles.quoteText}>
        {preview ? kindText(texts, preview.kind, preview.text) : texts.thread.gone}
      </bdi>
    </blockquote>
  );
}

function authorOf({ author }: Message, { thread }: ReturnType<typeof useTexts>): string | null {
  if (author === null) return null;
  if (author.type === 'user') return author.name;
  return thread.author[author.type];
}

function Author({ message }: { message: Message }) {
  const texts = useTexts();
  const author = authorOf(message, texts);
  return author === null ? null : <bdi className={styles.author}>{author}</bdi>;
}

/** Why it was not sent and what to do; of what nobody knows, only how to find out. */
function Outcome({ message }: { message: Message }) {
  const { thread } = useTexts();
  if (message.status === 'unknown') {
    return (
      <p className={styles.problem}>
        <strong>{thread.status.unknown}.</strong> {thread.unknownHelp}
      </p>
    );
  }
  if (message.status !== 'failed') return null;
  return (
    <p className={styles.problem}>
      <strong>{thread.status.failed}.</strong> {message.error?.message}
    </p>
  );
}

function BubbleActions({ message, onReply, onReact, onExplain }: Omit<Props, 'repliedTo' | 'customer'>) {
  const { thread, trail } = useTexts();
  const may = useMay();
  const isThere = message.chat_message_id !== null && message.deleted_at === null;
  const mine = message.reactions.find(({ direction }) => direction === 'outbound');
  const text = message.message;
  const actions: Action[] = [
    ...(may('messages:send') && isThere
      ? [
          { id: 'reply', label: thread.reply, icon: 'reply' as const, run: () => onReply(message) },
          ...EMOJIS.filter((emoji) => emoji !== mine?.emoji).map((emoji) => ({
            id: emoji,
            label: thread.reactWith(emoji),
            icon: 'smile' as const,
            run: () => onReact(message, emoji),
          })),
          ...(mine
            ? [
                {
                  id: 'none',
                  label: thread.takeBack,
                  icon: 'close' as const,
                  run: () => onReact(message, ''),
                },
              ]
            : []),
        ]
      : []),
    ...(text
      ? [
          {
            id: 'copy',
            label: thread.copyText,
            icon: 'file' as const,
            run: () => void navigator.clipboard?.writeText(text).catch(() => undefined),
          },
        ]
      : []),
    ...(onExplain
      ? [{ id: 'explain', label: trail.open, icon: 'history' as const, run: () => onExplain(message) }]
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <div className={styles.actions}>
      <Menu label={thread.actions} actions={actions} />
    </div>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useMe } from '../api/me';
import { messagesQuery } from '../api/messages';
import { previewOf } from '../messages/content.rules';
import { kindText } from '../messages/kind-text';
import { inOrder } from '../messages/loaded.rules';
import { useFormats, useTexts } from '../texts/texts';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { countdownOf } from './care-window.rules';
import { changeDraft, useDraft } from './drafts';
import { sentMeanwhile } from './meanwhile.rules';
import styles from './sending.module.css';

/** How long one may still write freely. */
export function Countdown({ leftMs }: { leftMs: number }) {
  const { composer: texts } = useTexts();
  const { unit, count } = countdownOf(leftMs);
  return (
    <p className={styles.countdown}>
      <Icon name="clock" size={14} /> {texts.windowOpen(texts[unit](count))}
    </p>
  );
}

interface PartProps {
  conversationId: number;
  /** The button that removed something is gone with it, and the focus needs another place. */
  onRemoved: () => void;
}

/** The message that the draft answers. */
export function Answered({ conversationId, onRemoved }: PartProps) {
  const texts = useTexts();
  const { replyTo } = useDraft(conversationId);
  if (!replyTo) return null;
  const { kind, text } = previewOf(replyTo);
  return (
    <div className={styles.answered}>
      <p className={styles.answeredText}>
        <span className="unseen">{texts.thread.repliesTo}: </span>
        <bdi>{kindText(texts, kind, text)}</bdi>
      </p>
      <IconButton
        icon="close"
        label={texts.composer.stopAnswering}
        onPress={() => {
          changeDraft(conversationId, { replyTo: null });
          onRemoved();
        }}
      />
    </div>
  );
}

export function ChosenFiles({ conversationId, onRemoved }: PartProps) {
  const { composer: texts } = useTexts();
  const formats = useFormats();
  const { files } = useDraft(conversationId);
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map(({ blob }, index) => (
        <li key={index} className={styles.file}>
          <Icon name="file" size={18} />
          <span className={styles.fileText}>
            <bdi className={styles.fileName}>{blob.name}</bdi>
            <span className={styles.fileSize}>{formats.size(blob.size)}</span>
          </span>
          <IconButton
            icon="close"
            label={texts.remove(blob.name)}
            onPress={() => {
              changeDraft(conversationId, { files: files.filter((one) => one.blob !== blob) });
              onRemoved();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** What others sent to the customer since the draft was begun: nobody answers twice unawares. */
export function Meanwhile({ conversationId }: { conversationId: number }) {
  const texts = useTexts();
  const { user } = useMe();
  const hasBegun = useDraft(conversationId).text.trim() !== '';
  const messages = inOrder(useInfiniteQuery(messagesQuery(conversationId)).data);
  const afterSequence = useRef<number | null>(null);
  if (!hasBegun) afterSequence.current = null;
  else afterSequence.current ??= messages.at(-1)?.sequence ?? 0;
  const sent =
    afterSequence.current === null
      ? null
      : sentMeanwhile(messages, { afterSequence: afterSequence.current, ownId: String(user.id) });
  const { kind, text } = sent ? previewOf(sent) : { kind: 'text' as const, text: null };
  const who = sent?.author?.type === 'user' ? sent.author.name : null;
  return (
    <div role="status">
      {sent && (
        <p className={styles.meanwhile}>
          <Icon name="alert" size={16} />
          <span>
            {texts.composer.meanwhile(who ?? texts.composer.somebody)}{' '}
            <bdi>{kindText(texts, kind, text).slice(0, 200)}</bdi>
          </span>
        </p>
      )}
    </div>
  );
}

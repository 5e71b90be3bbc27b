import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/texts';
import { IconButton } from '../ui/button';
import { lengthShown } from './recording.rules';
import styles from './sending.module.css';

/** In place of the field while somebody speaks. */
export function VoiceNoteBar({
  startedAt,
  onDiscard,
  onSend,
}: {
  startedAt: number;
  onDiscard: () => void;
  onSend: () => void;
}) {
  const { composer: texts } = useTexts();
  const [length, setLength] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.focus();
    const timer = setInterval(() => setLength(performance.now() - startedAt), 250);
    return () => clearInterval(timer);
  }, [startedAt]);
  return (
    <div
      ref={bar}
      role="group"
      aria-label={texts.recording}
      tabIndex={-1}
      className={styles.recording}
      onKeyDown={(event) => event.key === 'Escape' && onDiscard()}
    >
      <IconButton icon="close" label={texts.discardNote} onPress={onDiscard} />
      <p className={styles.recordingLength}>
        <span className={styles.recordingDot} />
        {texts.recording} <bdi dir="ltr">{lengthShown(length)}</bdi>
      </p>
      <IconButton icon="send" label={texts.sendNote} isStrong flips onPress={onSend} />
    </div>
  );
}

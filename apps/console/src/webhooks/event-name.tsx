import { useTexts } from '../texts/texts';
import styles from './webhooks.module.css';

/** An event in a sentence, with its name in small print for those who program. */
export function EventName({ event, sentence }: { event: string; sentence?: string }) {
  const { webhooks: texts } = useTexts();
  return (
    <span>
      {sentence ?? texts.names[event]}{' '}
      <code className={styles.code} dir="ltr">
        {event}
      </code>
    </span>
  );
}

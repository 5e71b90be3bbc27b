import { useQueryClient } from '@tanstack/react-query';
import { useFormats, useTexts } from '../texts/texts';
import { Button, IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { useProblemText } from '../ui/states';
import { discard, retry, type Parcel } from './outbox';
import styles from './sending.module.css';

/** A message that is not one yet: how much of it has left, or why it did not. */
export function ParcelBubble({ parcel }: { parcel: Parcel }) {
  const { composer: texts } = useTexts();
  const formats = useFormats();
  const say = useProblemText();
  const queries = useQueryClient();
  const { text, file, error, share } = parcel;
  const name = file?.blob.name ?? text ?? '';
  return (
    <article className={styles.parcel}>
      <div className={styles.parcelBubble}>
        {file && (
          <p className={styles.parcelFile}>
            <Icon name="file" size={18} /> <bdi>{file.blob.name}</bdi>
          </p>
        )}
        {text !== null && (
          <p className={styles.parcelText} dir="auto">
            {text}
          </p>
        )}
        {error === null ? (
          <div className={styles.parcelFoot}>
            {file && (
              <progress value={share} max={1} aria-label={texts.sending} className={styles.progress} />
            )}
            <span>
              {file ? texts.sendingShare(`${formats.number(Math.round(share * 100))} %`) : texts.sending}
            </span>
            {file && <IconButton icon="close" label={texts.cancel(name)} onPress={() => discard(parcel)} />}
          </div>
        ) : (
          <div role="alert" className={styles.parcelProblem}>
            <p>
              <strong>{texts.notSent}</strong> {say(error)}
            </p>
            <div className={styles.parcelActions}>
              <Button isSmall onPress={() => discard(parcel)}>
                {texts.discard}
              </Button>
              <Button isSmall kind="first" onPress={() => retry(queries, parcel)}>
                {texts.retry}
              </Button>
            </div>
          </div>
        )}
      </div>
    </article>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useFormats, useTexts } from '../texts/texts';
import { Button, IconButton } from '../ui/button';
import { Icon, type IconName } from '../ui/icon';
import { useProblemText } from '../ui/states';
import { isEmpty, useDraft } from './drafts';
import { discard, retry } from './outbox';
import type { Other, Parcel } from './parcels.rules';
import styles from './sending.module.css';

const icons: Record<Other['type'], IconName> = {
  location: 'pin',
  contacts: 'contacts',
  interactive: 'list',
  product: 'cart',
};

/** A message that is not one yet: how much of it has left, or why it did not. */
export function ParcelBubble({ parcel, onEdit }: { parcel: Parcel; onEdit: (parcel: Parcel) => void }) {
  const { composer: texts, thread } = useTexts();
  const formats = useFormats();
  const say = useProblemText();
  const queries = useQueryClient();
  const { text, file, other, error, share } = parcel;
  const isFieldFree = isEmpty(useDraft(parcel.conversationId));
  const name = file?.isVoiceNote ? thread.voice : (file?.blob.name ?? '');
  return (
    <article className={styles.parcel}>
      <div className={styles.parcelBubble}>
        {file && (
          <p className={styles.parcelFile}>
            <Icon name={file.isVoiceNote ? 'mic' : 'file'} size={18} /> <bdi>{name}</bdi>
          </p>
        )}
        {other && (
          <p className={styles.parcelFile}>
            <Icon name={icons[other.type]} size={18} /> <bdi>{other.label}</bdi>
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
              {text !== null && error.code === 'validation_error' && isFieldFree && (
                <Button isSmall onPress={() => onEdit(parcel)}>
                  {texts.edit}
                </Button>
              )}
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

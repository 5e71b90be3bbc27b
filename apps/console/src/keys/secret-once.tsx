import type { CreatedKey } from '../api/keys';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Notice } from '../ui/states';
import styles from './keys.module.css';

/** The secret of a key. It is nowhere but in this window, and gone once that is closed. */
export function SecretOnce({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const { keys: texts, common } = useTexts();
  return (
    <Dialog title={texts.secretTitle} isOpen onClose={onClose} isAlert>
      <Notice tone="wait">{texts.secretAbout}</Notice>
      <Copied label={texts.clientId} value={created.api_key.client_id} />
      <Copied label={texts.secret} value={created.client_secret} />
      <Actions>
        <Button kind="first" onPress={onClose}>
          {common.done}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  const { keys: texts, common } = useTexts();
  const announce = useAnnounce();
  const copy = () =>
    void navigator.clipboard?.writeText(value).then(
      () => announce(texts.copied(label)),
      () => undefined,
    );
  return (
    <div>
      <p className={styles.copiedLabel}>{label}</p>
      <div className={styles.copied}>
        <code dir="ltr">{value}</code>
        <Button isSmall onPress={copy}>
          {common.copy}
          <span className="unseen"> {label}</span>
        </Button>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { useAnnounce } from './announcer';
import { Button } from './button';
import { Actions, Dialog } from './dialog';
import { Notice } from './states';
import styles from './copied.module.css';

/** A value to take along, with a button that does. */
export function Copied({ label, value }: { label: string; value: string }) {
  const { common } = useTexts();
  const announce = useAnnounce();
  const copy = () =>
    void navigator.clipboard?.writeText(value).then(
      () => announce(common.copied(label)),
      () => undefined,
    );
  return (
    <div>
      <p className={styles.label}>{label}</p>
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

/** Something secret. It is nowhere but in this window, and gone once that is closed. */
export function ShownOnce({
  title,
  about,
  values,
  children,
  onClose,
}: {
  title: string;
  about: string;
  values: readonly { readonly label: string; readonly value: string }[];
  children?: ReactNode;
  onClose: () => void;
}) {
  const { common } = useTexts();
  return (
    <Dialog title={title} isOpen onClose={onClose} isAlert>
      <Notice tone="wait">{about}</Notice>
      {values.map((one) => (
        <Copied key={one.label} {...one} />
      ))}
      {children}
      <Actions>
        <Button kind="first" onPress={onClose}>
          {common.done}
        </Button>
      </Actions>
    </Dialog>
  );
}

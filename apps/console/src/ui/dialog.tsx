import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../texts/texts';
import { IconButton } from './button';
import styles from './dialog.module.css';

interface Props {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Needs an answer: a click beside it does not close it. */
  isAlert?: boolean;
}

/** A window above the page, which closes with Escape. */
export function Dialog({ title, isOpen, onClose, children, size = 'medium', isAlert = false }: Props) {
  const { common } = useTexts();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isAlert}
      className={styles.overlay}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className={styles.dialog}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={styles.title}>
              {title}
            </Heading>
            <IconButton icon="close" label={common.close} onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the end of a dialog. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

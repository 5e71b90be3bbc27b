import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { Dialog } from '../ui/dialog';
import type { Place } from './places';
import styles from './shell.module.css';

export default function ShortcutsList({
  places,
  onClose,
}: {
  places: readonly Place[];
  onClose: () => void;
}) {
  const { shortcuts, nav } = useTexts();
  const rows: [string, ReactNode][] = [
    ...places
      .slice(0, 9)
      .map(({ name }, index): [string, ReactNode] => [`Alt ${index + 1}`, shortcuts.go(nav[name])]),
    ['Ctrl K', shortcuts.search],
    ['↑ ↓', shortcuts.nextConversation],
    ['Enter', shortcuts.send],
    ['Shift Enter', shortcuts.newLine],
    ['Ctrl /', shortcuts.help],
  ];
  return (
    <Dialog title={shortcuts.title} isOpen onClose={onClose} size="small">
      <dl className={styles.keys}>
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

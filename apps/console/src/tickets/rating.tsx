import type { Ticket } from '@chat/client';
import { useTexts } from '../texts/texts';
import { Icon } from '../ui/icon';
import styles from './tickets.module.css';

/** How satisfied the customer was, once they said so. */
export function Rating({ ticket: { csat } }: { ticket: Ticket }) {
  const { tickets: texts } = useTexts();
  if (csat === null) return null;
  return (
    <span className={styles.rating} title={texts.csat}>
      {' '}
      · <span className="unseen">{texts.csat}: </span>
      <Icon name="star" size={14} /> {texts.rating(csat.rating)}
    </span>
  );
}

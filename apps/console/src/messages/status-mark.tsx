import type { Message } from '@chat/client';
import { useTexts } from '../texts/texts';
import { Icon, type IconName } from '../ui/icon';
import styles from './messages.module.css';

const icons: Record<Message['status'], IconName> = {
  queued: 'clock',
  sent: 'check',
  delivered: 'checks',
  read: 'checks',
  failed: 'alert',
  unknown: 'question',
};

/** How far a message of ours has come. */
export function StatusMark({ status }: { status: Message['status'] }) {
  const { thread } = useTexts();
  return (
    <span className={`${styles.mark} ${styles[status]}`} title={thread.status[status]}>
      <Icon name={icons[status]} size={16} />
      <span className="unseen">{thread.status[status]}</span>
    </span>
  );
}

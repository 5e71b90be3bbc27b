import { useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/texts';
import { useTitle } from '../ui/page';
import { Empty } from '../ui/states';
import { NotFound } from '../ui/not-found';
import { ConversationList } from './conversation-list';
import { Thread } from './thread';
import styles from './inbox.module.css';

/** The list of conversations, and beside it the one that is open. On phones, one of the two. */
export function InboxPage() {
  const { inbox: texts } = useTexts();
  const { conversation } = useParams({ strict: false });
  useTitle(texts.title);
  const id = Number(conversation);
  const isOpen = conversation !== undefined;
  return (
    <div className={isOpen ? `${styles.inbox} ${styles.isOpen}` : styles.inbox}>
      <section className={styles.list} aria-label={texts.conversations}>
        <ConversationList openId={isOpen ? id : null} />
      </section>
      <section className={styles.thread}>
        {!isOpen && (
          <Empty icon="inbox" title={texts.choose}>
            {texts.chooseAbout}
          </Empty>
        )}
        {isOpen && (Number.isSafeInteger(id) && id > 0 ? <Thread key={id} id={id} /> : <NotFound />)}
      </section>
    </div>
  );
}

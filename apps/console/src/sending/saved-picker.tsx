import { useQuery } from '@tanstack/react-query';
import { assetsQuery, type Asset } from '../api/assets';
import { useTexts } from '../texts/texts';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Empty, Failed, Skeleton } from '../ui/states';
import type { OtherProps } from './attach-menu';
import styles from './templates.module.css';

/** The buttons and lists that the account keeps, as the customer will see them. */
export default function SavedPicker({ onSend, onClose }: OtherProps) {
  const { composer: texts } = useTexts();
  const list = useQuery(assetsQuery);
  return (
    <Dialog title={texts.kinds.saved} isOpen onClose={onClose}>
      {list.isPending && <Skeleton rows={3} />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <Empty icon="list" title={texts.savedEmpty}>
          {texts.savedEmptyAbout}
        </Empty>
      )}
      <ul className={styles.choices}>
        {list.data?.map((one) => (
          <li key={`${one.kind}-${one.asset.id}`}>
            <button
              type="button"
              className={styles.choice}
              onClick={() =>
                onSend({
                  type: 'interactive',
                  label: one.asset.name,
                  members: { [`${one.kind}_id`]: one.asset.id },
                })
              }
            >
              <span className={styles.choiceName}>
                <bdi>{one.asset.name}</bdi>
              </span>
              <span className={styles.choiceText} dir="auto">
                {one.asset.body}
              </span>
              <ButtonOf one={one} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ButtonOf({ one }: { one: Asset }) {
  return (
    <span className={styles.language}>
      <Icon name={one.kind === 'cta_url' ? 'forward' : 'list'} size={14} flips={one.kind === 'cta_url'} />{' '}
      <bdi>{one.kind === 'cta_url' ? one.asset.display_text : one.asset.button}</bdi>
    </span>
  );
}

import { useTexts } from '../texts/texts';
import { Button } from './button';
import styles from './rows.module.css';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Below a list that has further pages. */
export function LoadMore({ list, isSmall }: { list: Pages; isSmall?: boolean }) {
  const { common } = useTexts();
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button
        isSmall={isSmall}
        isDisabled={list.isFetchingNextPage}
        onPress={() => void list.fetchNextPage()}
      >
        {common.loadMore}
      </Button>
    </div>
  );
}

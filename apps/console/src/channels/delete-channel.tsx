import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '@chat/client';
import { ApiError, call, dataOf } from '../api/call';
import { useProof } from '../api/proof';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Notice, Skeleton, useProblemText } from '../ui/states';
import styles from './channels.module.css';

/** Names what is lost before it is. */
export function DeleteChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { channels: texts, common } = useTexts();
  const { proven } = useProof();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const lost = useQuery({
    queryKey: ['conversations', 'count', channel.id],
    queryFn: async ({ signal }) => {
      const query = { chat_account_id: channel.id, per_page: 1, page: 1 };
      return (await call('GET', 'conversations', { query, signal })).pagination!;
    },
  });
  const remove = useMutation({
    mutationFn: () => proven(() => dataOf('DELETE', `devices/${channel.id}`)),
    onSuccess: async () => {
      announce(texts.deleted(channel.business_name));
      onClose();
      await queries.invalidateQueries();
    },
  });
  const isCancelled = remove.error instanceof ApiError && remove.error.code === 'cancelled';
  return (
    <Dialog title={texts.deleteTitle(channel.business_name)} isOpen onClose={onClose} size="small" isAlert>
      <p>{texts.deleteLoses}</p>
      {lost.isPending ? (
        <Skeleton rows={1} height="3rem" />
      ) : (
        <ul className={styles.losses}>
          {lost.data && (
            <li>{texts.losesConversations(lost.data.total ?? 0, lost.data.total_capped === true)}</li>
          )}
          <li>{channel.effective_channel_type === 'device' ? texts.losesLink : texts.losesNumber}</li>
        </ul>
      )}
      <p className={styles.quiet}>{texts.keeps}</p>
      {remove.isError && !isCancelled && <Notice>{say(remove.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="danger" isDisabled={lost.isPending || remove.isPending} onPress={() => remove.mutate()}>
          {common.delete}
        </Button>
      </Actions>
    </Dialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Webhook } from '@chat/client';
import { dataOf } from '../api/call';
import { webhooksQuery } from '../api/webhooks';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Notice, useProblemText } from '../ui/states';

export function DeleteEndpoint({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: texts, common } = useTexts();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => dataOf('DELETE', `webhooks/${webhook.id}`),
    onSuccess: async () => {
      announce(texts.removed(webhook.label));
      onClose();
      await navigate({ to: '/webhooks' });
      await queries.invalidateQueries(webhooksQuery);
    },
  });
  return (
    <Dialog title={texts.removeTitle(webhook.label)} isOpen onClose={onClose} size="small" isAlert>
      <p>{texts.removeAbout}</p>
      {remove.isError && <Notice>{say(remove.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          {common.delete}
        </Button>
      </Actions>
    </Dialog>
  );
}

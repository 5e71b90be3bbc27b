import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RotatedSecret, Webhook } from '@chat/client';
import { ApiError, dataOf } from '../api/call';
import { useProof } from '../api/proof';
import { webhooksQuery } from '../api/webhooks';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Notice, useProblemText } from '../ui/states';
import type { FreshSecret } from './actions';

/** A new secret; the receiver has a day to change to it. */
export function RotateSecret({
  webhook,
  onRotated,
  onClose,
}: {
  webhook: Webhook;
  onRotated: (fresh: FreshSecret) => void;
  onClose: () => void;
}) {
  const { webhooks: texts, common } = useTexts();
  const { proven } = useProof();
  const say = useProblemText();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => proven(() => dataOf<RotatedSecret>('POST', `webhooks/${webhook.id}/rotate-secret`)),
    // A secret stays in no cache.
    gcTime: 0,
    onSuccess: ({ secret, previous_secret_expires_at: formerUntil }) => {
      onRotated({ secret, formerUntil });
      return queries.invalidateQueries(webhooksQuery);
    },
  });
  const isCancelled = rotate.error instanceof ApiError && rotate.error.code === 'cancelled';
  return (
    <Dialog title={texts.rotateTitle(webhook.label)} isOpen onClose={onClose} size="small">
      <p>{texts.rotateAbout}</p>
      {rotate.isError && !isCancelled && <Notice>{say(rotate.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="first" isDisabled={rotate.isPending} onPress={() => rotate.mutate()}>
          {texts.rotateNow}
        </Button>
      </Actions>
    </Dialog>
  );
}

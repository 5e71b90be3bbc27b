import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../api/call';
import { keysQuery, type ApiKey } from '../api/keys';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Notice, useProblemText } from '../ui/states';

/** Ends a key for good. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { keys: texts, common } = useTexts();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const name = apiKey.name ?? texts.unnamed;
  const revoke = useMutation({
    mutationFn: () => dataOf('DELETE', `api-keys/${apiKey.client_id}`),
    onSuccess: () => {
      announce(texts.revoked(name));
      onClose();
      return queries.invalidateQueries(keysQuery);
    },
  });
  return (
    <Dialog title={texts.revokeTitle(name)} isOpen onClose={onClose} size="small" isAlert>
      <p>{texts.revokeAbout}</p>
      {revoke.isError && <Notice>{say(revoke.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="danger" isDisabled={revoke.isPending} onPress={() => revoke.mutate()}>
          {texts.revokeNow}
        </Button>
      </Actions>
    </Dialog>
  );
}

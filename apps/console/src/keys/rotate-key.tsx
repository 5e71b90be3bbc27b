import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, dataOf } from '../api/call';
import { keysQuery, type ApiKey, type CreatedKey } from '../api/keys';
import { useProof } from '../api/proof';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Select } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';

const overlaps = ['24', '168', '720', '0'] as const;

/** A new secret; programs have some time to change to it. */
export function RotateKey({
  apiKey,
  onRotated,
  onClose,
}: {
  apiKey: ApiKey;
  onRotated: (created: CreatedKey) => void;
  onClose: () => void;
}) {
  const { keys: texts, common } = useTexts();
  const { proven } = useProof();
  const say = useProblemText();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const rotate = async () => {
    setBusy(true);
    setError(null);
    try {
      const body = { overlap_hours: Number(overlap) };
      onRotated(
        await proven(() => dataOf<CreatedKey>('POST', `api-keys/${apiKey.client_id}/rotate`, { body })),
      );
      await queries.invalidateQueries(keysQuery);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  const isCancelled = error instanceof ApiError && error.code === 'cancelled';
  return (
    <Dialog title={texts.rotateTitle(apiKey.name ?? texts.unnamed)} isOpen onClose={onClose} size="small">
      <p>{texts.rotateAbout}</p>
      <Select
        label={texts.overlap}
        value={overlap}
        options={overlaps.map((id) => ({ id, label: texts.overlaps[id] }))}
        onChange={setOverlap}
      />
      {error !== null && !isCancelled && <Notice>{say(error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="first" isDisabled={isBusy} onPress={() => void rotate()}>
          {texts.rotateNow}
        </Button>
      </Actions>
    </Dialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/call';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Select } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import { sinceOf, spans, type Span } from './filters.rules';

/** Sends again whatever failed since a time: a given one, or one that is chosen here. */
export function RecoverFailed({
  webhookId,
  since,
  onClose,
}: {
  webhookId: number;
  since?: string;
  onClose: () => void;
}) {
  const { webhooks: texts, common } = useTexts();
  const formats = useFormats();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const [span, setSpan] = useState<Span>('24');
  const recover = useMutation({
    mutationFn: () =>
      dataOf('POST', `webhooks/${webhookId}/recover`, {
        body: { since: since ?? sinceOf(span, Date.now()) },
      }),
    onSuccess: async () => {
      announce(texts.recovered);
      onClose();
      await queries.invalidateQueries({ queryKey: ['webhooks', 'health', webhookId] });
      await queries.resetQueries({ queryKey: ['deliveries', webhookId] });
    },
  });
  return (
    <Dialog title={texts.recoverTitle} isOpen onClose={onClose} size="small">
      <p>
        {texts.recoverAbout} {since === undefined ? '…' : `${texts.sinceThen(formats.full(since))}.`}
      </p>
      {since === undefined && (
        <Select
          label={texts.recoverSince}
          isLabelSeen={false}
          value={span}
          options={spans.map((id) => ({ id, label: texts.since[id] }))}
          onChange={setSpan}
        />
      )}
      {recover.isError && <Notice>{say(recover.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="first" isDisabled={recover.isPending} onPress={() => recover.mutate()}>
          {texts.recoverNow}
        </Button>
      </Actions>
    </Dialog>
  );
}

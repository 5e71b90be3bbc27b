import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { CreatedWebhook, Webhook } from '@chat/client';
import { ApiError, dataOf } from '../api/call';
import { useProof } from '../api/proof';
import { webhooksQuery } from '../api/webhooks';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Choices, TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import { EventPicker } from './event-picker';

/** Where events go, and which. Only a new endpoint has a secret to show. */
export function EndpointForm({
  webhook,
  onCreated,
  onClose,
}: {
  webhook: Webhook | null;
  onCreated?: (secret: string) => void;
  onClose: () => void;
}) {
  const { webhooks: texts, common } = useTexts();
  const { proven } = useProof();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const [label, setLabel] = useState(webhook?.label ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [kind, setKind] = useState<'everything' | 'chosen'>(webhook?.events ? 'chosen' : 'everything');
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.events ?? []);
  const save = useMutation({
    mutationFn: async () => {
      const body = { label: label.trim(), url: url.trim(), events: kind === 'everything' ? [] : chosen };
      if (webhook) {
        await dataOf('PATCH', `webhooks/${webhook.id}`, { body });
        return null;
      }
      return (await proven(() => dataOf<CreatedWebhook>('POST', 'webhooks', { body }))).secret;
    },
    // A secret stays in no cache.
    gcTime: 0,
    onSuccess: (secret) => {
      if (secret === null) {
        announce(texts.saved);
        onClose();
      } else onCreated?.(secret);
      return queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  const error = save.error instanceof ApiError ? save.error : null;
  const problemOfEvents = chosen
    .map((_, index) => error?.of(`events.${index}`))
    .concat(error?.of('events'))
    .find((problem) => problem !== undefined);
  const isPlaced = ['label', 'url'].some((member) => error?.of(member) !== undefined);
  const isReady = label.trim() !== '' && url.trim() !== '' && (kind === 'everything' || chosen.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !save.isPending) save.mutate();
  };
  return (
    <Dialog title={webhook ? texts.editTitle : texts.addTitle} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={texts.label}
          help={texts.labelHelp}
          value={label}
          onChange={setLabel}
          maxLength={100}
          problem={error?.of('label')}
          autoFocus
        />
        <TextField
          label={texts.url}
          help={texts.urlHelp}
          value={url}
          onChange={setUrl}
          maxLength={2048}
          problem={error?.of('url')}
        />
        <Choices
          label={texts.which}
          value={kind}
          onChange={setKind}
          options={[
            { id: 'everything', label: texts.everything, help: texts.everythingHelp },
            { id: 'chosen', label: texts.chosen, help: texts.chosenHelp },
          ]}
        />
        {kind === 'chosen' && <EventPicker chosen={chosen} onChange={setChosen} />}
        {problemOfEvents !== undefined && <Notice>{problemOfEvents}</Notice>}
        {save.isError && !isPlaced && problemOfEvents === undefined && error?.code !== 'cancelled' && (
          <Notice>{say(save.error)}</Notice>
        )}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady || save.isPending}>
            {webhook ? common.save : texts.create}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { CreatedWebhook, Webhook } from '@chat/client';
import { webhooksQuery } from '../api/webhooks';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Choices, TextField } from '../ui/field';
import { Notice } from '../ui/states';
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
  const announce = useAnnounce();
  const queries = useQueryClient();
  const [label, setLabel] = useState(webhook?.label ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [kind, setKind] = useState<'everything' | 'chosen'>(webhook?.events ? 'chosen' : 'everything');
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.events ?? []);
  const eventMembers = [...chosen.map((_, index) => `events.${index}`), 'events'];
  const { ask, run, isBusy, problemOf, notice } = useAct(['label', 'url', ...eventMembers]);
  const problemOfEvents = eventMembers.map(problemOf).find((problem) => problem !== undefined);
  const isComplete = label.trim() !== '' && url.trim() !== '' && (kind === 'everything' || chosen.length > 0);
  const isReady = isComplete && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const body = { label: label.trim(), url: url.trim(), events: kind === 'everything' ? [] : chosen };
    run(async () => {
      if (webhook) {
        await ask('PATCH', `webhooks/${webhook.id}`, body);
        announce(texts.saved);
        onClose();
      } else onCreated?.((await ask<CreatedWebhook>('POST', 'webhooks', body)).secret);
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    });
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
          problem={problemOf('label')}
          autoFocus
        />
        <TextField
          label={texts.url}
          help={texts.urlHelp}
          value={url}
          onChange={setUrl}
          maxLength={2048}
          problem={problemOf('url')}
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
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady}>
            {webhook ? common.save : texts.create}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

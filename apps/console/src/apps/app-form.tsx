import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { appsQuery, type CreatedApp, type DeveloperApp } from '../api/apps';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Choices, TextField } from '../ui/field';
import { linesOf } from './lines.rules';

/** What an app is called, where it leads people back to, and whether it can keep a secret. */
export function AppForm({
  app,
  onCreated,
  onClose,
}: {
  app: DeveloperApp | null;
  onCreated: (created: CreatedApp) => void;
  onClose: () => void;
}) {
  const { apps: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['name', 'redirect_uris']);
  const [name, setName] = useState(app?.name ?? '');
  const [uris, setUris] = useState(app?.redirect_uris.join('\n') ?? '');
  const [kind, setKind] = useState<'secret' | 'public'>('secret');
  const isReady = name.trim() !== '' && linesOf(uris).length > 0 && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const settings = { name: name.trim(), redirect_uris: linesOf(uris) };
    run(async () => {
      if (app) {
        await ask('PATCH', `developer-apps/${app.id}`, settings);
        announce(texts.saved);
        onClose();
      } else {
        const body = { ...settings, public: kind === 'public' };
        onCreated(await ask<CreatedApp>('POST', 'developer-apps', body));
      }
      await queries.invalidateQueries(appsQuery);
    });
  };
  return (
    <Dialog title={app ? texts.editTitle : texts.addTitle} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={texts.name}
          help={texts.nameHelp}
          value={name}
          onChange={setName}
          maxLength={100}
          problem={problemOf('name')}
          autoFocus
        />
        {app === null && (
          <Choices
            label={texts.kind}
            value={kind}
            onChange={setKind}
            options={(['secret', 'public'] as const).map((id) => ({
              id,
              label: texts.kinds[id],
              help: texts.kindsHelp[id],
            }))}
          />
        )}
        <TextField
          label={texts.redirectUris}
          help={texts.redirectUrisHelp}
          value={uris}
          onChange={setUris}
          lines={3}
          problem={problemOf('redirect_uris')}
        />
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady}>
            {app ? common.save : texts.create}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { meQuery, useMe } from '../api/me';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';

/** What colleagues call the person. */
export function OwnName({ onClose }: { onClose: () => void }) {
  const { own: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['name']);
  const [name, setName] = useState(useMe().user.name ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      await ask('PATCH', 'me', { name: name.trim() === '' ? null : name.trim() });
      await queries.invalidateQueries(meQuery);
      announce(texts.saved);
      onClose();
    });
  };
  return (
    <Dialog title={texts.changeName} isOpen onClose={onClose} size="small">
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={texts.name}
          help={texts.nameHelp}
          value={name}
          onChange={setName}
          maxLength={100}
          problem={problemOf('name')}
          autoComplete="name"
          autoFocus
        />
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={isBusy}>
            {common.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

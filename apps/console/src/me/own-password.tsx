import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { meQuery } from '../api/me';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';

const SHORTEST = 12;

/** Another password, which signs the person out everywhere else. */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  const { own: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['current_password', 'password']);
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const isReady = current !== '' && password.length >= SHORTEST && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      await ask('POST', 'me/password', { current_password: current, password });
      announce(texts.passwordChanged);
      onClose();
      await queries.invalidateQueries(meQuery);
    });
  };
  return (
    <Dialog title={texts.changePassword} isOpen onClose={onClose} size="small">
      <form onSubmit={submit} className={formClass}>
        <p>{texts.passwordAbout}</p>
        <TextField
          label={texts.currentPassword}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          maxLength={200}
          problem={problemOf('current_password')}
          autoFocus
        />
        <TextField
          label={texts.newPassword}
          help={texts.newPasswordHelp(SHORTEST)}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          maxLength={200}
          problem={problemOf('password')}
        />
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady}>
            {common.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

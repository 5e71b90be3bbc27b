import { useState, type FormEvent } from 'react';
import type { Colleague } from '../api/people';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Checkbox } from '../ui/field';
import type { Link } from './link-once';

/** A link by which somebody chooses a new password. */
export function ResetPerson({
  person,
  onReset,
  onClose,
}: {
  person: Colleague;
  onReset: (link: Link) => void;
  onClose: () => void;
}) {
  const { people: texts, common } = useTexts();
  const { ask, run, isBusy, notice } = useAct();
  const [removesFactor, setRemovesFactor] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      const body = { second_factor: removesFactor };
      const made = await ask<{ url: string; expires_at: string }>('POST', `users/${person.id}/reset`, body);
      onReset({ kind: 'reset', url: made.url, to: person.name ?? person.email, until: made.expires_at });
    });
  };
  return (
    <Dialog title={texts.resetTitle(person.name ?? person.email)} isOpen onClose={onClose} size="small">
      <form onSubmit={submit} className={formClass}>
        <p>{texts.resetAbout}</p>
        {person.second_factor && (
          <Checkbox isSelected={removesFactor} onChange={setRemovesFactor} help={texts.removesFactorHelp}>
            {texts.removesFactor}
          </Checkbox>
        )}
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={isBusy}>
            {texts.makeLink}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

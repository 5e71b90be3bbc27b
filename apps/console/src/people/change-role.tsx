import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { peopleQuery, type Colleague } from '../api/people';
import type { Role } from '../api/roles.rules';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { RoleChoice } from './role-choice';

/** What somebody may do from now on. */
export function ChangeRole({ person, onClose }: { person: Colleague; onClose: () => void }) {
  const { people: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, notice } = useAct();
  const [role, setRole] = useState<Role>(person.role ?? 'viewer');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      await ask('PATCH', `users/${person.id}`, { role });
      announce(texts.saved);
      onClose();
      await queries.invalidateQueries(peopleQuery);
    });
  };
  return (
    <Dialog title={texts.roleTitle(person.name ?? person.email)} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass}>
        <RoleChoice value={role} onChange={setRole} />
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={isBusy || role === person.role}>
            {common.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

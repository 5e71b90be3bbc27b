import { useQueryClient } from '@tanstack/react-query';
import { peopleQuery, type Colleague } from '../api/people';
import { useTexts } from '../texts/texts';
import { Confirm } from '../ui/act';
import { useAnnounce } from '../ui/announcer';

/** Keeps somebody out, or lets them in again. */
export function SwitchPerson({ person, onClose }: { person: Colleague; onClose: () => void }) {
  const { people: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const name = person.name ?? person.email;
  const disabled = person.disabled_at == null;
  return (
    <Confirm
      title={disabled ? texts.disableTitle(name) : texts.enableTitle(name)}
      action={disabled ? texts.disableNow : texts.enableNow}
      isDangerous={disabled}
      onClose={onClose}
      act={async (ask) => {
        await ask('PATCH', `users/${person.id}`, { disabled });
        announce(disabled ? texts.disabled(name) : texts.enabled(name));
        onClose();
        await queries.invalidateQueries(peopleQuery);
      }}
    >
      {disabled ? texts.disableAbout : texts.enableAbout}
    </Confirm>
  );
}

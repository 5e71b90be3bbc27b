import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Contact } from '@chat/client';
import { fullName } from '../api/contacts';
import { useTexts } from '../texts/texts';
import { Confirm } from '../ui/act';
import { useAnnounce } from '../ui/announcer';

/** Erases all that is stored about somebody, as they may ask for. It goes on by itself. */
export function ErasePerson({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { erasing: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = fullName(contact);
  return (
    <Confirm
      title={texts.title(name)}
      action={texts.eraseNow}
      onClose={onClose}
      act={async (ask) => {
        await ask('POST', 'erasures', { phone: contact.phone });
        announce(texts.begun(name));
        await navigate({ to: '/contacts' });
        await Promise.all(
          ['contacts', 'conversations', 'tickets'].map((key) =>
            queries.invalidateQueries({ queryKey: [key] }),
          ),
        );
      }}
    >
      {texts.about}
    </Confirm>
  );
}

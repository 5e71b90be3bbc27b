import { useTexts } from '../texts/texts';
import { ButtonLink } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { signInAddressFor } from '../api/addresses';

/** Somebody was signed out while they were here. What they wrote is kept in this window. */
export default function SessionEnded() {
  const { session } = useTexts();
  return (
    <Dialog title={session.ended} isOpen onClose={() => undefined} size="small" isAlert>
      <p>{session.endedAbout}</p>
      <Actions>
        <ButtonLink href={signInAddressFor(location.href)} kind="first">
          {session.signIn}
        </ButtonLink>
      </Actions>
    </Dialog>
  );
}

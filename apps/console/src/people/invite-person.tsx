import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { invitationsQuery, type Invitation } from '../api/people';
import type { Role } from '../api/roles.rules';
import { useTexts } from '../texts/texts';
import { Confirm, useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import type { Link } from './link-once';
import { RoleChoice } from './role-choice';

/** Asks somebody to join. There is no mail: whoever invites gives the link to the person. */
export function InvitePerson({
  onInvited,
  onClose,
}: {
  onInvited: (link: Link) => void;
  onClose: () => void;
}) {
  const { people: texts, common } = useTexts();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['email']);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const isReady = email.trim() !== '' && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      const body = { email: email.trim(), role };
      const { url, invitation } = await ask<{ url: string; invitation: Invitation }>(
        'POST',
        'users/invitations',
        body,
      );
      onInvited({ kind: 'invitation', url, to: invitation.email, until: invitation.expires_at });
      await queries.invalidateQueries(invitationsQuery);
    });
  };
  return (
    <Dialog title={texts.inviteTitle} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={texts.email}
          value={email}
          onChange={setEmail}
          maxLength={254}
          problem={problemOf('email')}
          autoFocus
        />
        <RoleChoice value={role} onChange={setRole} />
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady}>
            {texts.makeLink}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** Takes an invitation back. */
export function EndInvitation({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { people: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  return (
    <Confirm
      title={texts.takeBackTitle(invitation.email)}
      action={texts.takeBack}
      onClose={onClose}
      act={async (ask) => {
        await ask('DELETE', `users/invitations/${invitation.id}`);
        announce(texts.takenBack);
        onClose();
        await queries.invalidateQueries(invitationsQuery);
      }}
    >
      {texts.takeBackAbout}
    </Confirm>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasRole, useMe } from '../api/me';
import { invitationsQuery, peopleQuery, type Colleague, type Invitation } from '../api/people';
import type { Role } from '../api/roles.rules';
import { useFormats, useTexts } from '../texts/texts';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import { Badge, Card, Cards, Section } from '../ui/card';
import { Menu, type Action } from '../ui/menu';
import { PageFrame } from '../ui/page';
import { Failed, Skeleton } from '../ui/states';
import { useNow } from '../ui/time';
import { ChangeRole } from './change-role';
import { EndInvitation, InvitePerson } from './invite-person';
import { LinkOnce, type Link } from './link-once';
import { inOrder, mayChange, openOf } from './people.rules';
import { ResetPerson } from './reset-person';
import { SwitchPerson } from './switch-person';

type Open =
  | { what: 'invite' }
  | { what: 'role' | 'switch' | 'reset'; person: Colleague }
  | { what: 'end'; invitation: Invitation }
  | { what: 'link'; link: Link };

/** Who is in the account, and who was asked to join. */
export function PeoplePage() {
  const { people: texts } = useTexts();
  const isAdmin = useHasRole()('admin');
  const list = useQuery(peopleQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (link: Link) => setOpen({ what: 'link', link });
  return (
    <PageFrame
      title={texts.title}
      isToRead={!isAdmin}
      about={isAdmin ? texts.about : texts.aboutOthers}
      actions={
        isAdmin && (
          <Button kind="first" icon="plus" onPress={() => setOpen({ what: 'invite' })}>
            {texts.invite}
          </Button>
        )
      }
    >
      {list.isPending && <Skeleton rows={4} height="5rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      <Cards>
        {inOrder(list.data ?? []).map((person) => (
          <PersonCard key={person.id} person={person} onOpen={setOpen} />
        ))}
      </Cards>
      {isAdmin && <Invitations onEnd={(invitation) => setOpen({ what: 'end', invitation })} />}
      {open?.what === 'invite' && <InvitePerson onInvited={show} onClose={close} />}
      {open?.what === 'role' && <ChangeRole person={open.person} onClose={close} />}
      {open?.what === 'switch' && <SwitchPerson person={open.person} onClose={close} />}
      {open?.what === 'reset' && <ResetPerson person={open.person} onReset={show} onClose={close} />}
      {open?.what === 'end' && <EndInvitation invitation={open.invitation} onClose={close} />}
      {open?.what === 'link' && <LinkOnce link={open.link} onClose={close} />}
    </PageFrame>
  );
}

function PersonCard({ person, onOpen }: { person: Colleague; onOpen: (open: Open) => void }) {
  const { people: texts, roles } = useTexts();
  const { user } = useMe();
  const name = person.name ?? person.email;
  const isDisabled = person.disabled_at != null;
  const actions: Action[] = [
    { id: 'role', label: texts.changeRole, icon: 'edit', run: () => onOpen({ what: 'role', person }) },
    ...(isDisabled
      ? []
      : [
          {
            id: 'reset',
            label: texts.reset,
            icon: 'key' as const,
            run: () => onOpen({ what: 'reset', person }),
          },
        ]),
    {
      id: 'switch',
      label: isDisabled ? texts.enable : texts.disable,
      icon: isDisabled ? 'check' : 'close',
      isDangerous: !isDisabled,
      run: () => onOpen({ what: 'switch', person }),
    },
  ];
  return (
    <Card
      name={name}
      under={<bdi dir="ltr">{person.email}</bdi>}
      picture={<Avatar name={name} />}
      beside={
        <>
          {person.id === user.id && <Badge tone="good">{texts.isYou}</Badge>}
          {isDisabled && <Badge tone="bad">{texts.isDisabled}</Badge>}
          {person.is_operator && <Badge tone="wait">{texts.isOperator}</Badge>}
          {person.second_factor && <Badge>{texts.hasFactor}</Badge>}
          <Badge>{roles[person.role ?? ''] ?? person.role}</Badge>
          {mayChange({ id: user.id, role: (user.role ?? 'viewer') as Role }, person) && (
            <Menu label={texts.actionsOf(name)} actions={actions} />
          )}
        </>
      }
    />
  );
}

function Invitations({ onEnd }: { onEnd: (invitation: Invitation) => void }) {
  const { people: texts, roles } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const open = openOf(useQuery(invitationsQuery).data ?? [], now);
  if (open.length === 0) return null;
  return (
    <Section title={texts.invitations}>
      <Cards>
        {open.map((invitation) => (
          <Card
            key={invitation.id}
            level={3}
            name={invitation.email}
            under={texts.worksUntil(formats.full(invitation.expires_at))}
            beside={
              <>
                <Badge>{roles[invitation.role] ?? invitation.role}</Badge>
                <Button isSmall onPress={() => onEnd(invitation)}>
                  {texts.takeBack}
                  <span className="unseen"> {invitation.email}</span>
                </Button>
              </>
            }
          />
        ))}
      </Cards>
    </Section>
  );
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Contact } from '@chat/client';
import { dataOf } from '../api/call';
import { useChannels } from '../api/channels';
import { contactQuery, fullName } from '../api/contacts';
import { conversationListQuery } from '../api/conversations';
import { useHasRole, useMay } from '../api/me';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Fact, Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import { LoadMore } from '../ui/load-more';
import { MissingOr, NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import rows from '../ui/rows.module.css';
import { Failed, Notice, Skeleton, useProblemText } from '../ui/states';
import { useNow } from '../ui/time';
import { ContactForm } from './contact-form';
import { ErasePerson } from './erase-person';
import { ExportPerson } from './export-person';
import styles from './contacts.module.css';

/** A contact, and the conversations with them. */
export function ContactPage() {
  const { contact } = useParams({ from: '/contacts/$contact' });
  const id = Number(contact);
  const isPossible = Number.isSafeInteger(id) && id > 0;
  const found = useQuery({ ...contactQuery(id), enabled: isPossible });
  if (!isPossible) return <NotFound />;
  if (found.isError) return <MissingOr error={found.error} onRetry={() => void found.refetch()} />;
  return found.data ? <Found contact={found.data} /> : <Skeleton rows={2} height="8rem" />;
}

function Found({ contact }: { contact: Contact }) {
  const { contacts: texts, erasing, exporting, common } = useTexts();
  const formats = useFormats();
  const may = useMay();
  const now = useNow(60_000);
  const hasRole = useHasRole();
  const [open, setOpen] = useState<'edit' | 'delete' | 'erase' | 'export' | null>(null);
  const name = fullName(contact);
  const close = () => setOpen(null);
  return (
    <PageFrame
      title={name}
      about={
        <Link to="/contacts" className={styles.back}>
          <Icon name="back" size={16} flips /> {texts.back}
        </Link>
      }
      actions={
        may('contacts:write') && (
          <>
            {hasRole('admin') && (
              <>
                <Button onPress={() => setOpen('export')}>{exporting.open}</Button>
                <Button onPress={() => setOpen('erase')}>{erasing.erase}</Button>
              </>
            )}
            <Button onPress={() => setOpen('delete')}>{common.delete}</Button>
            <Button kind="first" onPress={() => setOpen('edit')}>
              {common.edit}
            </Button>
          </>
        )
      }
    >
      <section className={styles.card}>
        <Avatar name={name} />
        <Facts>
          <Fact label={texts.number}>
            <bdi dir="ltr">{formats.phone(contact.phone)}</bdi>
          </Fact>
          <Fact label={texts.marketing}>
            {contact.marketing_opted_out ? texts.optedOut : texts.mayReceive}
          </Fact>
          <Fact label={texts.since}>{formats.day(contact.created_at, now)}</Fact>
        </Facts>
      </section>
      {may('conversations:read') && <Conversations contactId={contact.id} />}
      {open === 'edit' && <ContactForm contact={contact} onClose={close} />}
      {open === 'export' && <ExportPerson contact={contact} onClose={close} />}
      {open === 'erase' && <ErasePerson contact={contact} onClose={close} />}
      {open === 'delete' && <DeleteContact contact={contact} onClose={close} />}
    </PageFrame>
  );
}

function Conversations({ contactId }: { contactId: number }) {
  const { contacts: texts } = useTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  const channels = useChannels();
  const list = useInfiniteQuery(conversationListQuery({ contact_id: contactId }));
  const conversations = list.data?.pages.flatMap(({ data }) => data.conversations) ?? [];
  const channelOf = (id: number) => channels.find((channel) => channel.id === id)?.business_name ?? '';
  return (
    <section className={styles.section}>
      <h2>{texts.conversations}</h2>
      {list.isPending && <Skeleton rows={1} />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && conversations.length === 0 && <p className={styles.quiet}>{texts.noConversations}</p>}
      <ul className={rows.rows}>
        {conversations.map(({ id, chat_account_id, last_message, last_message_at }) => (
          <li key={id}>
            <Link to="/inbox/$conversation" params={{ conversation: String(id) }} className={styles.row}>
              <span className={styles.names}>
                <bdi className={styles.name}>{channelOf(chat_account_id)}</bdi>
                <bdi className={styles.snippet}>{last_message?.message}</bdi>
              </span>
              {last_message_at !== null && (
                <span className={`${rows.since} ${styles.day}`}>{formats.brief(last_message_at, now)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  );
}

function DeleteContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { contacts: texts, common } = useTexts();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = fullName(contact);
  const remove = useMutation({
    mutationFn: () => dataOf('DELETE', `contacts/${contact.id}`),
    onSuccess: async () => {
      announce(texts.deleted(name));
      await navigate({ to: '/contacts' });
      await queries.invalidateQueries({ queryKey: ['contacts', 'list'] });
    },
  });
  return (
    <Dialog title={texts.deleteTitle(name)} isOpen onClose={onClose} size="small" isAlert>
      <p>{texts.deleteAbout}</p>
      {remove.isError && <Notice>{say(remove.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          {common.delete}
        </Button>
      </Actions>
    </Dialog>
  );
}

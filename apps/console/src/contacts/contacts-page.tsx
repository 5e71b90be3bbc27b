import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Contact } from '@chat/client';
import { contactListQuery, fullName } from '../api/contacts';
import { useMay } from '../api/me';
import { useFormats, useTexts } from '../texts/texts';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import { SearchField } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { PageFrame } from '../ui/page';
import rows from '../ui/rows.module.css';
import { Empty, Failed, Skeleton } from '../ui/states';
import { useNow, useSettled } from '../ui/time';
import { ContactForm } from './contact-form';
import styles from './contacts.module.css';

const route = getRouteApi('/contacts');

export function ContactsPage() {
  const { contacts: texts } = useTexts();
  const may = useMay();
  const navigate = route.useNavigate();
  const { q } = route.useSearch();
  const [typed, setTyped] = useState(q ?? '');
  const searched = useSettled(typed);
  const [isAdding, setAdding] = useState(false);
  useEffect(() => {
    void navigate({ search: searched.trim() === '' ? {} : { q: searched }, replace: true });
  }, [searched, navigate]);
  const list = useInfiniteQuery(contactListQuery(q));
  const contacts = list.data?.pages.flatMap(({ data }) => data.contacts) ?? [];
  const add = (
    <Button kind="first" icon="plus" onPress={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  const mayAdd = may('contacts:write');
  const isEmpty = list.data !== undefined && contacts.length === 0;
  return (
    <PageFrame
      title={texts.title}
      actions={mayAdd && !(isEmpty && q === undefined) ? add : undefined}
      tools={<SearchField label={texts.search} value={typed} onChange={setTyped} />}
    >
      {list.isPending && <Skeleton rows={6} height="3.5rem" />}
      {list.isError && contacts.length === 0 && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isEmpty &&
        (q === undefined ? (
          <Empty icon="contacts" title={texts.emptyTitle} action={mayAdd ? add : undefined}>
            {texts.emptyAbout}
          </Empty>
        ) : (
          <Empty icon="search" title={texts.noMatch}>
            {texts.noMatchAbout}
          </Empty>
        ))}
      {contacts.length > 0 && (
        <ul className={rows.rows}>
          {contacts.map((contact) => (
            <ContactRow key={contact.id} contact={contact} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      {isAdding && <ContactForm contact={null} onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}

function ContactRow({ contact }: { contact: Contact }) {
  const { contacts: texts } = useTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  const name = fullName(contact);
  return (
    <li>
      <Link to="/contacts/$contact" params={{ contact: String(contact.id) }} className={styles.row}>
        <Avatar name={name} />
        <span className={styles.names}>
          <bdi className={styles.name}>{name}</bdi>
          <bdi dir="ltr" className={styles.quiet}>
            {formats.phone(contact.phone)}
          </bdi>
        </span>
        {contact.marketing_opted_out && <span className={styles.badge}>{texts.optedOut}</span>}
        <span className={`${rows.since} ${styles.day}`}>{formats.day(contact.created_at, now)}</span>
      </Link>
    </li>
  );
}

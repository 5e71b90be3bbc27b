import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact, ContactCard } from '@chat/client';
import { contactListQuery, fullName } from '../api/contacts';
import { useFormats, useTexts } from '../texts/texts';
import { Dialog } from '../ui/dialog';
import { SearchField } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { Failed, Skeleton } from '../ui/states';
import { useSettled } from '../ui/time';
import type { OtherProps } from './attach-menu';
import styles from './templates.module.css';

/** The card of a person from the address book. */
export default function CardPicker({ onSend, onClose }: OtherProps) {
  const { composer: texts, contacts } = useTexts();
  const formats = useFormats();
  const [search, setSearch] = useState('');
  const searched = useSettled(search.trim());
  const list = useInfiniteQuery(contactListQuery(searched === '' ? undefined : searched));
  const found = list.data?.pages.flatMap(({ data }) => data.contacts) ?? [];
  return (
    <Dialog title={texts.kinds.card} isOpen onClose={onClose}>
      <SearchField label={contacts.search} value={search} onChange={setSearch} />
      {list.isPending && <Skeleton rows={4} />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && found.length === 0 && <p>{searched === '' ? contacts.emptyTitle : contacts.noMatch}</p>}
      <ul className={styles.choices}>
        {found.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              className={styles.choice}
              onClick={() =>
                onSend({
                  type: 'contacts',
                  label: fullName(contact),
                  members: { contacts: [cardOf(contact)] },
                })
              }
            >
              <span className={styles.choiceName}>
                <bdi>{fullName(contact)}</bdi>
              </span>
              <bdi dir="ltr" className={styles.choiceText}>
                {formats.phone(contact.phone)}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </Dialog>
  );
}

function cardOf(contact: Contact): ContactCard {
  const { firstname, lastname, phone } = contact;
  return {
    name: {
      formatted_name: fullName(contact),
      first_name: firstname,
      ...(lastname !== null && { last_name: lastname }),
    },
    phones: [{ phone: `+${phone}`, wa_id: phone }],
  };
}

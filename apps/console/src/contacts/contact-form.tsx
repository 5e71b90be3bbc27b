import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { Contact } from '@chat/client';
import { fullName } from '../api/contacts';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Checkbox, TextField } from '../ui/field';
import { typedNumber } from './number.rules';
import styles from './contacts.module.css';

/** A new contact, or the changes to one. The number of a contact stays what it is. */
export function ContactForm({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const { contacts: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const members = ['firstname', 'lastname', 'mobile_code', 'mobile'];
  const { ask, run, isBusy, refusal, problemOf, notice } = useAct(members);
  const [firstname, setFirstname] = useState(contact?.firstname ?? '');
  const [lastname, setLastname] = useState(contact?.lastname ?? '');
  const [code, setCode] = useState('');
  const [mobile, setMobile] = useState('');
  const [isOptedOut, setOptedOut] = useState(contact?.marketing_opted_out ?? false);
  const save = () => {
    const last = lastname.trim() === '' ? null : lastname;
    if (contact) {
      const changed = isOptedOut !== contact.marketing_opted_out;
      const body = { firstname, lastname: last, ...(changed && { marketing_opted_out: isOptedOut }) };
      return ask<{ contact: Contact }>('PATCH', `contacts/${contact.id}`, body);
    }
    return ask<{ contact: Contact }>('POST', 'contacts', {
      firstname,
      ...(last !== null && { lastname: last }),
      mobile_code: typedNumber(code),
      mobile: typedNumber(mobile),
      marketing_opted_out: isOptedOut,
    });
  };
  const existing = refusal?.code === 'duplicate_contact' ? Number(refusal.details['contact_id']) : Number.NaN;
  const isComplete =
    firstname.trim() !== '' && (contact !== null || (code.trim() !== '' && mobile.trim() !== ''));
  const isReady = isComplete && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      const { contact: saved } = await save();
      announce(contact ? texts.saved : texts.added(fullName(saved)));
      onClose();
      await queries.invalidateQueries({ queryKey: ['contacts'] });
      await queries.invalidateQueries({ queryKey: ['conversations'] });
    });
  };
  return (
    <Dialog
      title={contact ? texts.editTitle(fullName(contact)) : texts.addTitle}
      isOpen
      onClose={onClose}
      size="small"
    >
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label={texts.firstname}
          value={firstname}
          onChange={setFirstname}
          problem={problemOf('firstname')}
          maxLength={100}
          autoFocus
        />
        <TextField
          label={texts.lastname}
          isOptional
          value={lastname}
          onChange={setLastname}
          problem={problemOf('lastname')}
          maxLength={100}
        />
        {contact === null && (
          <>
            <TextField
              label={texts.dialCode}
              type="tel"
              value={code}
              onChange={setCode}
              problem={problemOf('mobile_code') && texts.dialCodeInvalid}
              maxLength={5}
            />
            <TextField
              label={texts.mobile}
              type="tel"
              value={mobile}
              onChange={setMobile}
              problem={problemOf('mobile') && texts.mobileInvalid}
              maxLength={20}
            />
          </>
        )}
        <Checkbox isSelected={isOptedOut} onChange={setOptedOut} help={texts.optOutHelp}>
          {texts.optOut}
        </Checkbox>
        {notice}
        {Number.isSafeInteger(existing) && (
          <Button
            onPress={() => {
              onClose();
              void navigate({ to: '/contacts/$contact', params: { contact: String(existing) } });
            }}
          >
            {texts.openExisting}
          </Button>
        )}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady}>
            {common.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Ticket, TicketType } from '@chat/client';
import { ApiError, dataOf } from '../api/call';
import { useColleagues, useTicketTypes } from '../api/tickets';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Select, TextField } from '../ui/field';
import { keyOfType } from './type-key.rules';
import styles from './tickets.module.css';

const NEW = 'new';

/** A new ticket; the first one brings its type with it. */
export function NewTicket({ onClose }: { onClose: () => void }) {
  const { tickets: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['subject', 'description']);
  const types = useTicketTypes();
  const people = useColleagues();
  const [subject, setSubject] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [typeName, setTypeName] = useState('');
  const [assignee, setAssignee] = useState('');
  const type = chosen ?? types[0]?.key ?? NEW;
  const isNewType = type === NEW;
  const isReady = subject.trim() !== '' && (!isNewType || typeName.trim() !== '') && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      const key = isNewType ? await createType(typeName) : type;
      // It is there, even if the ticket is refused.
      if (isNewType) void queries.invalidateQueries({ queryKey: ['ticket-types'] });
      const { ticket } = await ask<{ ticket: Ticket }>('POST', 'tickets', {
        type_key: key,
        subject,
        ...(description.trim() !== '' && { description }),
        ...(assignee !== '' && { assignee_id: Number(assignee) }),
      });
      announce(texts.added(ticket.number));
      onClose();
      await queries.invalidateQueries({ queryKey: ['tickets', 'list'] });
    });
  };
  return (
    <Dialog title={texts.addTitle} isOpen onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label={texts.subject}
          value={subject}
          onChange={setSubject}
          problem={problemOf('subject')}
          maxLength={255}
          autoFocus
        />
        <TextField
          label={texts.description}
          isOptional
          lines={4}
          value={description}
          onChange={setDescription}
          problem={problemOf('description')}
          maxLength={10_000}
        />
        {types.length > 0 && (
          <Select
            label={texts.type}
            value={type}
            options={[
              ...types.map(({ key, name }) => ({ id: key, label: name })),
              { id: NEW, label: texts.newType },
            ]}
            onChange={setChosen}
          />
        )}
        {isNewType && (
          <TextField label={texts.typeName} value={typeName} onChange={setTypeName} maxLength={50} />
        )}
        <Select
          label={texts.assignee}
          value={assignee}
          options={[
            { id: '', label: texts.nobody },
            ...[...people].map(([id, label]) => ({ id: String(id), label })),
          ]}
          onChange={setAssignee}
        />
        {notice}
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

/** Creates a type. One that exists already, by the attempt before, is used. */
async function createType(name: string): Promise<string> {
  const key = keyOfType(name);
  try {
    const body = { key, name };
    return (await dataOf<{ ticket_type: TicketType }>('POST', 'ticket-types', { body })).ticket_type.key;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return key;
    throw error;
  }
}

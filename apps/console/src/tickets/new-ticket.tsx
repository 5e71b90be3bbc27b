import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Ticket, TicketType } from '@chat/client';
import { ApiError, dataOf } from '../api/call';
import { useColleagues, useTicketTypes } from '../api/tickets';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Select, TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import { keyOfType } from './type-key.rules';
import styles from './tickets.module.css';

const NEW = 'new';

/** A new ticket; the first one brings its type with it. */
export function NewTicket({ onClose }: { onClose: () => void }) {
  const { tickets: texts, common } = useTexts();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const types = useTicketTypes();
  const people = useColleagues();
  const [subject, setSubject] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [typeName, setTypeName] = useState('');
  const [assignee, setAssignee] = useState('');
  const type = chosen ?? types[0]?.key ?? NEW;
  const isNewType = type === NEW;
  const create = useMutation({
    mutationFn: async () => {
      const key = isNewType ? await createType(typeName) : type;
      const body = {
        type_key: key,
        subject,
        ...(description.trim() !== '' && { description }),
        ...(assignee !== '' && { assignee_id: Number(assignee) }),
      };
      return dataOf<{ ticket: Ticket }>('POST', 'tickets', { body });
    },
    onSuccess: async ({ ticket }) => {
      announce(texts.added(ticket.number));
      onClose();
      await queries.invalidateQueries({ queryKey: ['tickets', 'list'] });
    },
    // The type may be there, though the ticket is not.
    onSettled: () => queries.invalidateQueries({ queryKey: ['ticket-types'] }),
  });
  const isComplete = subject.trim() !== '' && (!isNewType || typeName.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !create.isPending) create.mutate();
  };
  const error = create.error instanceof ApiError ? create.error : null;
  return (
    <Dialog title={texts.addTitle} isOpen onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label={texts.subject}
          value={subject}
          onChange={setSubject}
          problem={error?.of('subject')}
          maxLength={255}
          autoFocus
        />
        <TextField
          label={texts.description}
          isOptional
          lines={4}
          value={description}
          onChange={setDescription}
          problem={error?.of('description')}
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
        {create.error && !error?.of('subject') && !error?.of('description') && (
          <Notice>{say(create.error)}</Notice>
        )}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isComplete || create.isPending}>
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

import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Ticket } from '@chat/client';
import { useMay } from '../api/me';
import { ticketListQuery, useColleagues, useTicketTypes, type TicketStatus } from '../api/tickets';
import { useFormats, useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { SearchField, Select } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { PageFrame } from '../ui/page';
import rows from '../ui/rows.module.css';
import { Empty, Failed, Skeleton } from '../ui/states';
import { useNow, useSettled } from '../ui/time';
import { Toggle } from '../ui/toggle';
import type { TicketView } from './filters.rules';
import { NewTicket } from './new-ticket';
import { Rating } from './rating';
import { TicketBoard } from './ticket-board';
import { TicketDialog } from './ticket-dialog';
import { statuses } from './transitions.rules';
import styles from './tickets.module.css';

const route = getRouteApi('/tickets');

export function TicketsPage() {
  const { tickets: texts } = useTexts();
  const may = useMay();
  const navigate = route.useNavigate();
  const view = route.useSearch();
  const [isAdding, setAdding] = useState(false);
  const show = (change: TicketView) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const open = (ticket: Ticket) => show({ ticket: ticket.number });
  const isBoard = view.view === 'board';
  return (
    <PageFrame
      title={texts.title}
      isWide={isBoard}
      actions={
        may('tickets:write') && (
          <Button kind="first" icon="plus" onPress={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
      tools={<Tools view={view} onChange={show} />}
    >
      {isBoard ? <TicketBoard view={view} onOpen={open} /> : <TicketRows view={view} onOpen={open} />}
      {view.ticket !== undefined && (
        <TicketDialog number={view.ticket} onClose={() => show({ ticket: undefined })} />
      )}
      {isAdding && <NewTicket onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}

function Tools({ view, onChange }: { view: TicketView; onChange: (change: TicketView) => void }) {
  const { tickets: texts } = useTexts();
  const types = useTicketTypes();
  const people = useColleagues();
  const [typed, setTyped] = useState(view.q ?? '');
  const searched = useSettled(typed);
  useEffect(() => {
    onChange({ q: searched.trim() === '' ? undefined : searched });
    // The callback is another one at each rendering.
  }, [searched]);
  const numberOf = (id: string) => (id === '' ? undefined : Number(id));
  return (
    <>
      <SearchField label={texts.search} value={typed} onChange={setTyped} />
      <div className={styles.filters}>
        {view.view !== 'board' && (
          <Select
            label={texts.status}
            isLabelSeen={false}
            value={view.status ?? ''}
            options={[
              { id: '' as const, label: texts.anyStatus },
              ...statuses.map((id) => ({ id, label: texts.statuses[id] })),
            ]}
            onChange={(id) => onChange({ status: id === '' ? undefined : id })}
          />
        )}
        <Select
          label={texts.type}
          isLabelSeen={false}
          value={String(view.type ?? '')}
          options={[
            { id: '', label: texts.anyType },
            ...types.map(({ id, name }) => ({ id: String(id), label: name })),
          ]}
          onChange={(id) => onChange({ type: numberOf(id) })}
        />
        <Select
          label={texts.assignee}
          isLabelSeen={false}
          value={String(view.assignee ?? '')}
          options={[
            { id: '', label: texts.anybody },
            ...[...people].map(([id, label]) => ({ id: String(id), label })),
          ]}
          onChange={(id) => onChange({ assignee: numberOf(id) })}
        />
        <Toggle
          isOn={view.view === 'board'}
          onChange={(isOn) => onChange({ view: isOn ? 'board' : undefined })}
        >
          {texts.board}
        </Toggle>
      </div>
    </>
  );
}

function TicketRows({ view, onOpen }: { view: TicketView; onOpen: (ticket: Ticket) => void }) {
  const { tickets: texts } = useTexts();
  const formats = useFormats();
  const people = useColleagues();
  const now = useNow(60_000);
  const filters = { search: view.q, status: view.status, type_id: view.type, assignee: view.assignee };
  const list = useInfiniteQuery(ticketListQuery(filters));
  const tickets = list.data?.pages.flatMap(({ data }) => data.tickets) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (list.isPending) return <Skeleton rows={6} height="3.5rem" />;
  if (list.isError && tickets.length === 0)
    return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (tickets.length === 0) {
    return isFiltered ? (
      <Empty icon="search" title={texts.noMatch}>
        {texts.noMatchAbout}
      </Empty>
    ) : (
      <Empty icon="tickets" title={texts.emptyTitle}>
        {texts.emptyAbout}
      </Empty>
    );
  }
  return (
    <>
      <ul className={rows.rows}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <button type="button" className={styles.row} onClick={() => onOpen(ticket)}>
              <span className={styles.number}>{ticket.number}</span>
              <span className={styles.subject}>
                <bdi>{ticket.subject}</bdi>
                <span className={styles.quiet}>
                  <bdi>{ticket.type.name}</bdi> ·{' '}
                  <bdi>
                    {ticket.assignee_id === null ? texts.nobody : personOf(ticket.assignee_id, people)}
                  </bdi>
                  <Rating ticket={ticket} />
                </span>
              </span>
              <StatusBadge status={ticket.status} />
              <span className={rows.since}>{formats.brief(ticket.updated_at, now)}</span>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

function personOf(id: number, people: ReadonlyMap<number, string>): string {
  return people.get(id) ?? String(id);
}

function StatusBadge({ status }: { status: TicketStatus }) {
  const { tickets: texts } = useTexts();
  return <span className={`${styles.badge} ${styles[status]}`}>{texts.statuses[status]}</span>;
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type DragEvent, type RefObject } from 'react';
import type { Ticket } from '@chat/client';
import { useMay } from '../api/me';
import { ticketListQuery, useColleagues, type TicketStatus } from '../api/tickets';
import { useTexts } from '../texts/texts';
import { LoadMore } from '../ui/load-more';
import { Menu } from '../ui/menu';
import { Failed, Skeleton } from '../ui/states';
import type { TicketView } from './filters.rules';
import { useTicketChange, type MoveTicket } from './move';
import { mayMove, nextStatuses, statuses } from './transitions.rules';
import { Rating } from './rating';
import styles from './tickets.module.css';

interface Props {
  view: TicketView;
  onOpen: (ticket: Ticket) => void;
}

/** A column for each status. What is dragged may be dropped only where the ticket may go; a menu does the same by keyboard. */
export function TicketBoard({ view, onOpen }: Props) {
  const { tickets: texts } = useTexts();
  const change = useTicketChange();
  const [dragged, setDragged] = useState<Ticket | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const { hold, refocus } = useHeldCard(board, view.ticket);
  return (
    <div ref={board} className={styles.board} role="region" aria-label={texts.columnsOf} tabIndex={0}>
      {statuses.map((status) => (
        <Column
          key={status}
          status={status}
          view={view}
          dragged={dragged}
          onDrag={setDragged}
          onMove={(ticket, to) => change(ticket, { status: to })}
          onOpen={(ticket) => {
            hold(ticket);
            onOpen(ticket);
          }}
          onHold={hold}
          onPlaced={refocus}
        />
      ))}
    </div>
  );
}

/** A card that moves is another one in another column, and takes the focus along. @param openNumber of the ticket that is open. */
function useHeldCard(board: RefObject<HTMLDivElement | null>, openNumber: string | undefined) {
  const held = useRef('');
  const refocus = () => {
    if (document.activeElement !== document.body) return;
    board.current?.querySelector<HTMLElement>(`[data-ticket="${held.current}"] button`)?.focus();
  };
  useEffect(() => {
    // The window that closes gives the focus back in this frame, if the card is still where it was.
    if (openNumber === undefined) requestAnimationFrame(refocus);
  }, [openNumber]);
  return { hold: ({ number }: Ticket) => void (held.current = number), refocus };
}

interface ColumnProps extends Props {
  status: TicketStatus;
  dragged: Ticket | null;
  onDrag: (ticket: Ticket | null) => void;
  onMove: MoveTicket;
  /** Before the ticket is moved otherwise than by dragging. */
  onHold: (ticket: Ticket) => void;
  /** A card has come or gone. */
  onPlaced: () => void;
}

function Column({ status, view, dragged, onDrag, onMove, ...card }: ColumnProps) {
  const { tickets: texts } = useTexts();
  const list = useInfiniteQuery(
    ticketListQuery({ search: view.q, type_id: view.type, assignee: view.assignee, status }),
  );
  const tickets = list.data?.pages.flatMap(({ data }) => data.tickets) ?? [];
  const accepts = dragged !== null && mayMove(dragged.status, status);
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!accepts) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  const state = accepts ? (isOver ? styles.over : styles.accepts) : '';
  return (
    <section
      className={`${styles.column} ${state}`}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragged && accepts) onMove(dragged, status);
        onDrag(null);
      }}
    >
      <h2 className={styles.columnTitle}>
        {texts.statuses[status]} <span className={styles.quiet}>{tickets.length > 0 && tickets.length}</span>
      </h2>
      {list.isPending && <Skeleton rows={2} height="4.5rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && tickets.length === 0 && <p className={styles.none}>{texts.columnEmpty}</p>}
      <ul className={styles.cards}>
        {tickets.map((ticket) => (
          <Card key={ticket.id} {...{ ticket, onDrag, onMove, ...card }} />
        ))}
      </ul>
      <LoadMore list={list} isSmall />
    </section>
  );
}

function Card({
  ticket,
  onDrag,
  onMove,
  onOpen,
  onHold,
  onPlaced,
}: Pick<ColumnProps, 'onDrag' | 'onMove' | 'onOpen' | 'onHold' | 'onPlaced'> & { ticket: Ticket }) {
  const { tickets: texts } = useTexts();
  const may = useMay();
  const people = useColleagues();
  const mayChange = may('tickets:write');
  useEffect(() => {
    onPlaced();
    return () => void requestAnimationFrame(onPlaced);
  }, []);
  return (
    <li
      data-ticket={ticket.number}
      className={styles.card}
      draggable={mayChange}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', ticket.number);
        onDrag(ticket);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className={styles.cardTop}>
        <span className={styles.number}>{ticket.number}</span>
        {mayChange && (
          <Menu
            label={texts.move(ticket.number)}
            actions={nextStatuses(ticket.status).map((to) => ({
              id: to,
              label: texts.moves[to],
              run: () => {
                onHold(ticket);
                onMove(ticket, to);
              },
            }))}
          />
        )}
      </div>
      <button type="button" className={styles.cardSubject} onClick={() => onOpen(ticket)}>
        <bdi>{ticket.subject}</bdi>
      </button>
      <p className={styles.quiet}>
        <bdi>{ticket.type.name}</bdi>
        {ticket.assignee_id !== null && (
          <>
            {' '}
            · <bdi>{people.get(ticket.assignee_id) ?? ticket.assignee_id}</bdi>
          </>
        )}
        <Rating ticket={ticket} />
      </p>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Ticket } from '@chat/client';
import { useMay } from '../api/me';
import { ticketQuery, useColleagues } from '../api/tickets';
import { useFormats, useTexts } from '../texts/texts';
import { Button, buttonClass } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fact, Facts } from '../ui/facts';
import { Select } from '../ui/field';
import { MissingOr } from '../ui/not-found';
import { Skeleton } from '../ui/states';
import { useTicketChange } from './move';
import { nextStatuses } from './transitions.rules';
import styles from './tickets.module.css';

/** A ticket with all that can be done about it. */
export function TicketDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const ticket = useQuery(ticketQuery(number));
  return (
    <Dialog title={number} isOpen onClose={onClose}>
      {ticket.isPending && <Skeleton rows={3} />}
      {ticket.isError && <MissingOr error={ticket.error} onRetry={() => void ticket.refetch()} isInDialog />}
      {ticket.data && <Details ticket={ticket.data} />}
    </Dialog>
  );
}

function Details({ ticket }: { ticket: Ticket }) {
  const { tickets: texts } = useTexts();
  const formats = useFormats();
  const may = useMay();
  const people = useColleagues();
  const change = useTicketChange();
  const mayChange = may('tickets:write');
  const assignee =
    ticket.assignee_id === null
      ? texts.nobody
      : (people.get(ticket.assignee_id) ?? String(ticket.assignee_id));
  return (
    <>
      <h3 className={styles.detailSubject}>
        <bdi>{ticket.subject}</bdi>
      </h3>
      {ticket.description !== null && (
        <p className={styles.description} dir="auto">
          {ticket.description}
        </p>
      )}
      <Facts>
        <Fact label={texts.status}>
          <span className={`${styles.badge} ${styles[ticket.status]}`}>{texts.statuses[ticket.status]}</span>
        </Fact>
        <Fact label={texts.type}>
          <bdi>{ticket.type.name}</bdi>
        </Fact>
        {!mayChange && (
          <Fact label={texts.assignee}>
            <bdi>{assignee}</bdi>
          </Fact>
        )}
        <Fact label={texts.updated}>{formats.full(ticket.updated_at)}</Fact>
        {ticket.csat !== null && (
          <Fact label={texts.csat}>
            {texts.rating(ticket.csat.rating)} <bdi>{ticket.csat.comment}</bdi>
          </Fact>
        )}
      </Facts>
      {mayChange && (
        <>
          <Select
            label={texts.assignee}
            value={String(ticket.assignee_id ?? '')}
            options={[
              { id: '', label: texts.nobody },
              ...[...people].map(([id, label]) => ({ id: String(id), label })),
            ]}
            onChange={(id) => change(ticket, { assignee_id: id === '' ? null : Number(id) })}
          />
          <div className={styles.moves}>
            {nextStatuses(ticket.status).map((to) => (
              <Button key={to} isSmall onPress={() => change(ticket, { status: to })}>
                {texts.moves[to]}
              </Button>
            ))}
          </div>
        </>
      )}
      <div className={styles.moves}>
        {ticket.conversation_id !== null && (
          <Link
            to="/inbox/$conversation"
            params={{ conversation: String(ticket.conversation_id) }}
            className={buttonClass('second', true)}
          >
            {texts.openConversation}
          </Link>
        )}
        {ticket.contact_id !== null && (
          <Link
            to="/contacts/$contact"
            params={{ contact: String(ticket.contact_id) }}
            className={buttonClass('second', true)}
          >
            {texts.openContact}
          </Link>
        )}
      </div>
    </>
  );
}

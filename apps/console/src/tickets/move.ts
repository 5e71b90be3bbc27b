import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '@chat/client';
import { dataOf } from '../api/call';
import { ticketQuery, type TicketStatus } from '../api/tickets';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { useProblemText } from '../ui/states';

/** Changes a ticket, and says how it went. */
export function useTicketChange(): (ticket: Ticket, change: object) => void {
  const { tickets: texts } = useTexts();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ ticket, change }: { ticket: Ticket; change: object }) =>
      dataOf<{ ticket: Ticket }>('PATCH', `tickets/${ticket.number}`, { body: change }),
    onSuccess: ({ ticket }, { change }) => {
      queries.setQueryData(ticketQuery(ticket.number).queryKey, ticket);
      announce('status' in change ? texts.moved(ticket.number, texts.statuses[ticket.status]) : texts.saved);
    },
    onError: (error) => announce(say(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tickets', 'list'] }),
  });
  return (ticket, change) => mutate({ ticket, change });
}

export type MoveTicket = (ticket: Ticket, status: TicketStatus) => void;

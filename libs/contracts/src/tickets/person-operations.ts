import { operation } from '..';
import { ErasedTickets, ExportedTickets, PersonTickets } from './person.dto';

/** Erases what people wrote in one batch of tickets; number, type, status, times and rating stay. Idempotent. */
export const erasePersonTickets = operation({
  subject: 'rpc.tickets.person.erase',
  effect: 'write',
  body: PersonTickets,
  output: ErasedTickets,
});

export const exportPersonTickets = operation({
  subject: 'rpc.tickets.person.export',
  effect: 'read',
  body: PersonTickets,
  output: ExportedTickets,
});

import type { TicketType } from '@chat/contracts/tickets';
import { toTimestamp } from '@chat/service-kit';
import type { TicketTypeEntity } from './ticket-type.entity';

export function toTicketType(type: TicketTypeEntity): TicketType {
  return {
    id: type.id,
    key: type.key,
    name: type.name,
    created_at: toTimestamp(type.createdAt),
    updated_at: toTimestamp(type.updatedAt),
  };
}

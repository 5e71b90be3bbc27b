import type { ListTicketsQuery } from '@chat/contracts/tickets';
import { invalid } from '@chat/errors';

type Filter = 'type_id' | 'type' | 'assignee' | 'assigned_agent_id';

/**
 * The values that the listed tickets must have.
 * @throws AppError `validation_error` if two names of one filter have different values.
 */
export function filtersOf(query: ListTicketsQuery) {
  return {
    status: query.status,
    typeId: oneOf(query, 'type_id', 'type'),
    assigneeId: oneOf(query, 'assignee', 'assigned_agent_id'),
  };
}

function oneOf(query: ListTicketsQuery, name: Filter, alias: Filter): number | undefined {
  const [value, other] = [query[name], query[alias]];
  if ((value ?? other) !== (other ?? value)) {
    throw invalid(alias, `${alias} is an alias of ${name}, but the values differ. Send one of them.`);
  }
  return value ?? other;
}

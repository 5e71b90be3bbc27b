import { textsToContacts } from './seed';

/** One thing that a client does, and what we want of it. */
export interface MeasuredOperation {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** Sent in turn; none for reads. */
  bodies: string[];
  connections: number;
  goal: {
    /** Of the floor's requests a second, at least. */
    rate: number;
    /** Times the floor's CPU a request, at most. */
    cpu: number;
  };
}

/** Enough for every request under way to be another conversation. */
const RECIPIENTS = 1_000;

export function measuredOperations(channelId: number): MeasuredOperation[] {
  const read = { method: 'GET' as const, bodies: [], connections: 32, goal: { rate: 0.6, cpu: 1.8 } };
  return [
    { ...read, name: 'ping', path: '/v1/ping' },
    { ...read, name: 'list of contacts', path: '/v1/contacts?per_page=25' },
    { ...read, name: 'list of conversations', path: '/v1/conversations?per_page=25' },
    {
      name: 'send of a text',
      method: 'POST',
      path: '/v1/messages',
      bodies: textsToContacts(channelId, RECIPIENTS),
      connections: 16,
      goal: { rate: 0.5, cpu: 2 },
    },
  ];
}

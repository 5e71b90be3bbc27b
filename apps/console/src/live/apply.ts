import type { Query, QueryClient } from '@tanstack/react-query';
import type { MessageEventData } from '@chat/client';
import { moveConversation, patchConversation, showMessage } from '../messages/caches';
import { afterMessage, messageOf, patchedBy, staleAfter, type Frame, type Stale } from './events.rules';

/** What arrives together is read again together; a busy account makes lists be read at most that often. */
const GATHER_MS = 300;

/** Keeps what is cached as the server has it. */
export class AppliedEvents {
  private readonly stale = new Set<Stale>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly queries: QueryClient) {}

  take(frame: Frame): void {
    const isReset = frame.name === 'reset';
    // A read that is under way may have begun before the frame, and would put its older answer in place of what is right now.
    // After a reset only first reads do: the others have begun anew.
    const reads = this.queries.getQueryCache().findAll({
      fetchStatus: 'fetching',
      predicate: (query) => concerns(frame, query) && !(isReset && query.state.data !== undefined),
    });
    this.apply(frame);
    if (reads.length === 0) return;
    void Promise.allSettled(reads.flatMap(({ promise }) => promise ?? [])).then(() => {
      if (!isReset) this.apply(frame);
      else void this.queries.invalidateQueries({ predicate: (query) => reads.includes(query) });
    });
  }

  private apply(frame: Frame): void {
    if (frame.name === 'reset')
      return void this.queries.invalidateQueries({ predicate: (query) => concerns(frame, query) });
    const event = messageOf(frame);
    if (event) this.takeMessage(frame.name, event);
    this.readAgain(staleAfter(frame.name, frame.data));
  }

  private takeMessage(name: string, event: MessageEventData): void {
    const { message, conversation_id: id } = event;
    showMessage(this.queries, message);
    patchConversation(this.queries, id, (one) => afterMessage(one, name, event));
    // The care window of the conversation moves with what comes in, and lists that search decide for themselves.
    if (name === 'message.received') this.readAgain(['conversation']);
    if (!moveConversation(this.queries, id)) this.readAgain(['conversations']);
  }

  private readAgain(stale: readonly Stale[]): void {
    for (const one of stale) this.stale.add(one);
    if (this.stale.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const keys = [...this.stale];
      this.stale.clear();
      for (const key of keys) void this.queries.invalidateQueries({ queryKey: [key] });
    }, GATHER_MS);
  }
}

/** Whether what a query holds may be another after the frame. */
function concerns(frame: Frame, { queryKey, meta }: Query): boolean {
  // A log is read from its beginning when somebody asks for it.
  if (frame.name === 'reset') return meta?.['isLog'] !== true;
  const keys: readonly unknown[] = [...staleAfter(frame.name, frame.data), ...patchedBy(frame)];
  return keys.includes(queryKey[0]);
}

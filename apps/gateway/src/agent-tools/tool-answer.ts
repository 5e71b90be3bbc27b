import { codesOf, recordsIn, type NamedRecords, type RawReply } from '@chat/bus';
import type { ErrorBody } from '@chat/errors';
import { markStrangers, STRANGERS_NOTICE } from './stranger-texts.rules';

/** What an agent gets for a call. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  /** What the log keeps of it: the status that the operation answered, the records that it is about, the arguments at fault. */
  readonly status: number;
  readonly named: NamedRecords;
  readonly faults: readonly string[];
}

const UNKNOWN_OUTCOME = 'Do not send it again: get_message shows what became of it.';

/** What an agent can do about errors whose messages are written for programs. */
const advice: Readonly<Partial<Record<string, string>>> = {
  template_required: 'Outside the care window only send_template reaches this person.',
  provider_outcome_unknown: UNKNOWN_OUTCOME,
  idempotency_conflict: 'This idempotency_key was used for something else. Take a new one.',
  idempotency_in_flight:
    'The first call with this idempotency_key is not done. Wait, then repeat it unchanged.',
};

/** Words the reply of an operation for an agent. */
export function answerOf({ status, body, pagination, isReplay, named }: RawReply): ToolAnswer {
  if (status >= 400) return failureOf(status, JSON.parse(body) as ErrorBody);
  const page = JSON.parse(pagination ?? '{}') as { next_cursor?: string | null };
  const data = {
    ...markStrangers(JSON.parse(body) as object),
    ...(page.next_cursor && { next_cursor: page.next_cursor }),
    ...(isReplay && { replayed: true }),
  };
  const json = JSON.stringify(data);
  const text = json.includes('"stranger_text":') ? `${STRANGERS_NOTICE}\n${json}` : json;
  return { isError: false, text, status, named: { ...named }, faults: [] };
}

function failureOf(status: number, error: ErrorBody): ToolAnswer {
  const { code, message, retryable, errors, ...more } = error;
  const hint =
    advice[code] ??
    (retryable ? 'Nothing was done. Try again a little later, with the same arguments.' : null);
  const sentences = [message, ...Object.values(errors ?? {}).flat(), ...(hint === null ? [] : [hint])];
  const details = Object.keys(more).length > 0 ? `\n${JSON.stringify(more)}` : '';
  return {
    isError: true,
    text: `${code}: ${sentences.join(' ')}${details}`,
    status,
    named: { ...recordsIn(error), ...codesOf(error) },
    faults: Object.keys(errors ?? {}),
  };
}

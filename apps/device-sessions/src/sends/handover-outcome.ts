import type { HandoverOutcome } from '@chat/connector-kit';
import { accountSuspended, toNullableTimestamp } from '@chat/service-kit';
import type { SendOutcome } from '../engines/device-engine';
import { toRefusal } from '../engines/refusal.rules';
import type { HeldSession } from '../sessions/held-session';
import { notConnected, tooLate } from './refusals';

/** How a hand-over to the phones' network ended, or why none was begun. */
export type Outcome = SendOutcome | { kind: 'too_late' | 'suspended' };

/** Says it as a record of the send keeps it. Its outcome is unknown where the engine cannot tell whether the network has it. */
export function toHandoverOutcome(
  outcome: Outcome,
  chatMessageId: string,
  restriction: HeldSession['restriction'],
): HandoverOutcome {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', chatMessageId };
    case 'unknown':
      return { kind: 'unknown' };
    case 'too_late':
      return { kind: 'refused', error: tooLate() };
    case 'suspended':
      return { kind: 'refused', error: accountSuspended() };
    case 'refused':
      return {
        kind: 'refused',
        error: toRefusal(outcome.code, outcome.message, toNullableTimestamp(restriction?.until ?? null)),
      };
    case 'not_sent':
      return { kind: 'refused', error: notConnected() };
  }
}

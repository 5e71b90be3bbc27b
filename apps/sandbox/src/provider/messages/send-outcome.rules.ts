import type { Fault } from '../../faults/fault';
import type { EndingFault } from './endings.rules';

/** What happens to a send that passed every check. */
export interface SendPlan {
  /** Refused in the answer, with this code. */
  refuseWith: number | null;
  /** The code of the failed status, instead of `sent` and `delivered`. */
  failWith: number | null;
  /** What the caller hears of an accepted send. */
  answer: 'promptly' | 'never' | 'connection lost';
  /** Before anything is accepted. */
  resetFirst: boolean;
  waitMs: number;
  statusDelayMs: number;
  statusCopies: number;
}

const SLOW_MS = 2_000;
const LATE_STATUS_MS = 3_000;
const HANGING_STATUS_MS = 30_000;
const DEFAULT_CODE = 131000;

const plain: SendPlan = {
  refuseWith: null,
  failWith: null,
  answer: 'promptly',
  resetFirst: false,
  waitMs: 0,
  statusDelayMs: 0,
  statusCopies: 1,
};

/** What a fault that was put does to a send. */
export function planOfFault(fault: Fault | null): SendPlan {
  switch (fault?.mode) {
    case 'error':
      return { ...plain, refuseWith: fault.code ?? DEFAULT_CODE };
    case 'reset_before_accept':
      return { ...plain, resetFirst: true };
    case 'accept_then_reset':
      return { ...plain, answer: 'connection lost' };
    case 'accept_then_hang':
      return { ...plain, answer: 'never', statusDelayMs: fault.delayMs ?? HANGING_STATUS_MS };
    case 'slow':
      return { ...plain, waitMs: fault.delayMs ?? SLOW_MS };
    case 'late_status':
      return { ...plain, failWith: fault.code, statusDelayMs: fault.delayMs ?? LATE_STATUS_MS };
    case 'duplicate_status':
      return { ...plain, statusCopies: 2 };
    case undefined:
      return plain;
  }
}

/** What the number of the recipient does to a send. @param attempt which attempt of this send it is, from 1. */
export function planOfEnding(ending: EndingFault | null, attempt: number): SendPlan {
  switch (ending?.kind) {
    case 'refuse':
      return { ...plain, refuseWith: attempt <= (ending.attempts ?? Infinity) ? ending.code : null };
    case 'fail':
      return { ...plain, failWith: ending.code };
    case 'accept_then_reset':
      return { ...plain, answer: 'connection lost' };
    case 'accept_then_hang':
      return { ...plain, answer: 'never' };
    case undefined:
      return plain;
  }
}

const CARE_WINDOW_MS = 24 * 60 * 60 * 1000;

export interface DeliveryState {
  isTemplate: boolean;
  templateCategory: string | null;
  inboundMsAgo: number | null;
  hasStoppedMarketing: boolean;
  mediaProblem: string | null;
}

/** Why the provider fails a message that it accepted; null when it reaches the person. */
export function deliveryFailure(state: DeliveryState): { code: number; details?: string } | null {
  if (state.mediaProblem !== null) return { code: 131053, details: state.mediaProblem };
  if (state.templateCategory === 'MARKETING' && state.hasStoppedMarketing) return { code: 131050 };
  const isWindowOpen = state.inboundMsAgo !== null && state.inboundMsAgo < CARE_WINDOW_MS;
  return state.isTemplate || isWindowOpen ? null : { code: 131047 };
}

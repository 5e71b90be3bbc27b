import { DEFAULT_CODE, type Fault } from '../../faults/fault';
import type { EndingFault } from './endings.rules';

/** The treatment of a send that passed every check. */
export interface SendPlan {
  /** The code of a refusal in the answer. */
  refuseWith: number | null;
  /** The code of the failed status, in place of `sent` and `delivered`. */
  failWith: number | null;
  /** The answer to an accepted send. */
  answer: 'promptly' | 'never' | 'connection lost';
  /** Breaks the connection before anything is accepted. */
  resetFirst: boolean;
  waitMs: number;
  statusDelayMs: number;
  statusCopies: number;
}

const SLOW_MS = 2_000;
const LATE_STATUS_MS = 3_000;
const HANGING_STATUS_MS = 30_000;

const plain: SendPlan = {
  refuseWith: null,
  failWith: null,
  answer: 'promptly',
  resetFirst: false,
  waitMs: 0,
  statusDelayMs: 0,
  statusCopies: 1,
};

/** Returns the treatment that a fault causes. */
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

/**
 * Returns the treatment that the recipient's number causes.
 * @param attempt the number of the attempt of this send, from 1.
 */
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
  /** Whether the number is on the network. */
  isRegistered: boolean;
  hasStoppedMarketing: boolean;
  mediaProblem: string | null;
}

/** Returns why the provider fails an accepted message; null when it reaches the person. */
export function deliveryFailure(state: DeliveryState): { code: number; details?: string } | null {
  if (state.mediaProblem !== null) return { code: 131053, details: state.mediaProblem };
  if (!state.isRegistered) return { code: 131026 };
  if (state.templateCategory === 'MARKETING' && state.hasStoppedMarketing) return { code: 131050 };
  return state.isTemplate || isWindowOpen(state.inboundMsAgo) ? null : { code: 131047 };
}

/** @param inboundMsAgo when the person wrote last; null: never. */
export function isWindowOpen(inboundMsAgo: number | null): boolean {
  return inboundMsAgo !== null && inboundMsAgo < CARE_WINDOW_MS;
}

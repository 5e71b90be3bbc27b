import type { Fault } from './fault';

const LATE_STATUS_MS = 3_000;
const HANGING_STATUS_MS = 30_000;

/** The receipt that the sender of an accepted message gets without anybody's action. */
export interface FirstReceipt {
  level: 'delivered' | 'failed';
  code: number | null;
  copies: number;
  delayMs: number;
}

/** A linked phone acknowledges immediately; a fault makes the receipt late, duplicate or a failure. */
export function firstReceipt(fault: Fault | null): FirstReceipt {
  const prompt: FirstReceipt = { level: 'delivered', code: null, copies: 1, delayMs: 0 };
  switch (fault?.mode) {
    case 'late_status':
      return {
        ...prompt,
        level: fault.code === null ? 'delivered' : 'failed',
        code: fault.code,
        delayMs: fault.delayMs ?? LATE_STATUS_MS,
      };
    case 'accept_then_hang':
      return { ...prompt, delayMs: fault.delayMs ?? HANGING_STATUS_MS };
    case 'duplicate_status':
      return { ...prompt, copies: 2 };
    case 'error':
    case 'reset_before_accept':
    case 'accept_then_reset':
    case 'slow':
    case undefined:
      return prompt;
  }
}

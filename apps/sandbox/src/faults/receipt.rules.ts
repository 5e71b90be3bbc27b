import type { Fault } from './fault';

const LATE_STATUS_MS = 3_000;
const HANGING_STATUS_MS = 30_000;

/** What the sender hears of an accepted message without anyone doing anything. */
export interface FirstReceipt {
  level: 'delivered' | 'failed';
  code: number | null;
  copies: number;
  delayMs: number;
}

/** A phone that is on acknowledges at once; a fault makes the receipt late, double or a failure. */
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

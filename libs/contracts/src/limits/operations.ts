import { eventType, operation } from '..';
import { LimitReachedData, ReadUsage, RecountUsage, SetLimit, UsageList, UsageResult } from './limit.dto';

/** Returns the operations by which a service tells what accounts keep in it, and how much they may keep. */
export function usageOperations(service: string) {
  return {
    read: operation({
      subject: `rpc.${service}.usage.read`,
      effect: 'read',
      body: ReadUsage,
      output: UsageList,
    }),
    /** Counts what an account keeps anew, whatever was counted before. */
    recount: operation({
      subject: `rpc.${service}.usage.recount`,
      unaudited: 'It counts what is there.',
      effect: 'write',
      body: RecountUsage,
      output: UsageResult,
      timeoutMs: 25_000,
    }),
    setLimit: operation({
      subject: `rpc.${service}.usage.set-limit`,
      effect: 'write',
      body: SetLimit,
      output: UsageResult,
    }),
  };
}

/**
 * Returns the event by which a service reports that an account has reached 80 or 100 % of a limit. The gateway, which
 * owns accounts, tells clients.
 */
export function limitCrossed(service: string) {
  return eventType({
    type: `${service}.limit.crossed`,
    subject: `evt.${service}.internal.limit.crossed`,
    data: LimitReachedData,
    webhook: false,
  });
}

/** Matches the events `limitCrossed` of all services. */
export const limitsCrossed = 'evt.*.internal.limit.crossed';

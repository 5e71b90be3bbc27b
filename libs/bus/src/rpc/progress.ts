import type { RequestContext } from '@chat/contracts';
import type { Cause } from '@chat/telemetry';

/** Copies of the context (`{ ...context, deadline }`) share it, and JSON does not contain it. */
const PROGRESS = Symbol('progress');

interface Progress {
  hasChanges: boolean;
}

type Followed = { [PROGRESS]?: Progress };

/** Returns the context such that what its request changes is noted. */
export function follow(context: RequestContext): RequestContext {
  const progress: Progress = { hasChanges: false };
  return { ...context, [PROGRESS]: progress } as RequestContext;
}

/**
 * Notes that the request has changed something that outlives a failure: it committed a transaction, or another service
 * or system did something for it. If Postgres is lost from then on, it is no longer true that nothing was done.
 */
export function noteChange(cause: Cause | null): void {
  const progress = (cause as Followed | null)?.[PROGRESS];
  if (progress) progress.hasChanges = true;
}

/** Returns whether the request has changed something so far. */
export function hasChanges(context: RequestContext | null): boolean {
  return (context as Followed | null)?.[PROGRESS]?.hasChanges ?? false;
}

import type { ResolvedChannel } from '@chat/contracts/channels';
import type { NumberRestriction } from '@chat/contracts/cloud-connector';
import type { TemplateCategory } from '@chat/contracts/templates';

/** What decides whether a restriction concerns a message. */
interface Restrictable {
  /** Null: it is no template. */
  category: TemplateCategory | null;
  /** Whether the person wrote within the care window. */
  isAnswer: boolean;
}

/**
 * Returns when the restriction of the channel that concerns the message ends; null if there is none. One without a known
 * end is left to the network, which knows when it is over.
 */
export function restrictedUntil(
  { restrictions = [] }: Pick<ResolvedChannel, 'restrictions'>,
  { category, isAnswer }: Restrictable,
  now: Date,
): string | null {
  const concerns = ({ kind, until }: NumberRestriction) => {
    if (until === null || new Date(until) <= now) return false;
    switch (kind) {
      case 'business_initiated':
        return !isAnswer;
      case 'customer_initiated':
        return isAnswer;
      case 'utility_templates':
        return category === 'UTILITY';
    }
  };
  return restrictions.find(concerns)?.until ?? null;
}

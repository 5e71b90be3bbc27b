import type { NumberRestriction, RestrictionKind } from '@chat/contracts/cloud-connector';

const sentences: Readonly<Record<RestrictionKind, string>> = {
  business_initiated: 'no conversation can be started',
  customer_initiated: 'no message of a customer can be answered',
  utility_templates: 'no utility template can be sent',
};

/** Returns the restrictions that still hold. */
export function activeOf(restrictions: readonly NumberRestriction[], now: Date): NumberRestriction[] {
  return restrictions.filter(({ until }) => until === null || new Date(until) > now);
}

/** Replaces the restrictions of templates, or those of messages, by what the provider tells of these. */
export function replaced(
  known: readonly NumberRestriction[],
  reported: readonly NumberRestriction[],
): NumberRestriction[] {
  const isOfTemplates = ({ kind }: NumberRestriction) => kind === 'utility_templates';
  const isAboutTemplates = reported.every(isOfTemplates);
  const isReported = ({ kind }: NumberRestriction) => reported.some((other) => other.kind === kind);
  return [...known.filter((one) => isOfTemplates(one) !== isAboutTemplates && !isReported(one)), ...reported];
}

/** Whether no message is left that may be sent. */
export function forbidsAll(restrictions: readonly NumberRestriction[]): boolean {
  const has = (wanted: RestrictionKind) => restrictions.some(({ kind }) => kind === wanted);
  return has('business_initiated') && has('customer_initiated');
}

/** When the first restriction ends; null if none does. */
export function firstEnd(restrictions: readonly NumberRestriction[]): Date | null {
  const ends = restrictions.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]));
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

/** `last_error` of a channel that is restricted in some kinds of message. */
export function restrictionSentence(restrictions: readonly NumberRestriction[]): string | null {
  if (restrictions.length === 0) return null;
  const parts = restrictions.map(
    ({ kind, until }) =>
      `${sentences[kind]}${until === null ? '' : ` until ${until.replace('Z', '+00:00')}`}`,
  );
  return `The provider has restricted this business account: ${parts.join('; ')}. Everything else works.`;
}

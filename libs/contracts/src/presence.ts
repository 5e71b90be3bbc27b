import { memberPart } from './member';

/** The member may be absent, and null counts as absent. For create requests and queries. */
export function Optional(): PropertyDecorator {
  return memberPart({ mayBeAbsent: true, nullIsAbsent: true });
}

/** The member may be absent, which leaves its value unchanged. For updates; null requires `Nullable` as well. */
export function IfGiven(): PropertyDecorator {
  return memberPart({ mayBeAbsent: true });
}

/** The member is absent until it has a value, and never null. For answers where the specification says "when known". */
export function WhenKnown(): PropertyDecorator {
  return memberPart({ mayBeAbsent: true });
}

/** The member may be null. An answer always contains it; in an update (`IfGiven`), null clears it. */
export function Nullable(): PropertyDecorator {
  return memberPart({ mayBeNull: true });
}

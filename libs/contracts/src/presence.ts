import { memberPart } from './member';

/** The member may be left out; null says the same as nothing at all. For what creates or asks. */
export function Optional(): PropertyDecorator {
  return memberPart({ mayBeAbsent: true, nullIsAbsent: true });
}

/** The member may be left out, and its value then stays as it is. For updates; null needs `Nullable` as well. */
export function IfGiven(): PropertyDecorator {
  return memberPart({ mayBeAbsent: true });
}

/** The member is absent until it has a value, and never null. For answers where the specification says "when known". */
export function WhenKnown(): PropertyDecorator {
  return memberPart({ mayBeAbsent: true });
}

/** The member may be null. In an answer it is there all the same; an update (`IfGiven`) clears it so. */
export function Nullable(): PropertyDecorator {
  return memberPart({ mayBeNull: true });
}

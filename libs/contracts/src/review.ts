import { Verbatim } from './fields';
import type { Operation } from './operation';
import { Optional } from './presence';
import { AnyObject, ListOf } from './structures';

/** The input of an operation that breaks its contract, as far as it can be read. */
export class BrokenInput {
  @Optional() @AnyObject() params?: Record<string, unknown>;
  @AnyObject() body!: Record<string, unknown>;
  /** The paths at which the contract is broken. The body has nothing there. */
  @ListOf(Verbatim()) broken!: string[];
}

/** What else is wrong with it: sentences by the paths of the values that they are about. */
export class FurtherProblems {
  @AnyObject() errors!: Record<string, string[]>;
}

/** Holds input that breaks the contract against the rules of the service, and changes nothing. */
export type ReviewOperation = Operation<undefined, undefined, BrokenInput, FurtherProblems>;

import { Verbatim } from './fields';
import type { Operation } from './operation';
import { Optional } from './presence';
import { AnyObject, ListOf } from './structures';

/** The readable part of an operation's input that breaks its contract. */
export class BrokenInput {
  @Optional() @AnyObject() params?: Record<string, unknown>;
  @AnyObject() body!: Record<string, unknown>;
  /** The paths at which the contract is broken. The body has no values there. */
  @ListOf(Verbatim()) broken!: string[];
}

/** Further problems of the input: sentences by the path of the value that they describe. */
export class FurtherProblems {
  @AnyObject() errors!: Record<string, string[]>;
}

/** Checks input that breaks the contract against the rules of the service. Changes nothing. */
export type ReviewOperation = Operation<undefined, undefined, BrokenInput, FurtherProblems>;

import { AnyObject, Int, ListOf, Verbatim } from '..';

/** A person, as networks name them. */
export class NamedPerson {
  /** The number in all its spellings, and the networks' ids of the person. */
  @ListOf(Verbatim({ min: 1 })) names!: string[];
}

export class ErasedPhoneRecords {
  @Int({ min: 0 }) erased!: number;
}

/** What is kept of a person besides messages: how the network spells the number, and which keys are for them. */
export class ExportedPhoneRecords {
  @ListOf(AnyObject()) people!: object[];
  /** Without the keys themselves. */
  @ListOf(AnyObject()) keys!: object[];
}

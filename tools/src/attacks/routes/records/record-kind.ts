import type { Tenant } from '../../world/tenant';

/** How requests name a record: its id, or another name that its owner knows. */
export type Reference = string | number;

/** A kind of record that requests refer to. */
export interface RecordKind {
  readonly name: string;
  /** The paths that end in its name, as in `/v1/contacts/{id}`. */
  readonly paths?: readonly string[];
  /** The members of queries and bodies that name one. */
  readonly members?: readonly string[];
  /** Makes one in the tenant. */
  readonly make: (tenant: Tenant) => Promise<Reference>;
  /** A name of the same form that no tenant has. */
  readonly unknown: Reference;
}

/** What makes a request of a route valid where the contract does not say it. */
export interface ExampleRow {
  /** What the last parameter of the path names, in place of a record of the tenant that stays. */
  readonly record?: (tenant: Tenant) => Promise<Reference>;
  /** Members beside those that the contract requires, or in place of them. */
  readonly body?: (tenant: Tenant) => Promise<object> | object;
  /** The body beside a file or its URL, where that is not `body`. */
  readonly bodyForFile?: (tenant: Tenant) => Promise<object> | object;
  readonly query?: Readonly<Record<string, string>>;
}

/** What one service adds: the records that requests name, and the requests that the contract alone does not make. */
export interface ServiceRows {
  readonly kinds: readonly RecordKind[];
  readonly examples: Readonly<Record<string, ExampleRow>>;
}

/** An id that is valid and far from any that a sequence gives out in this run. */
export const UNKNOWN_ID = 4_503_599_627_370_001;

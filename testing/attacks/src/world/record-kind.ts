import type { Form } from '../http/form';
import type { Tenant } from './tenant';

/** How requests name a record: by its id, or by another name that its owner knows. */
export type Reference = string | number;

/** A kind of record that requests refer to. */
export interface RecordKind {
  readonly name: string;
  /** The paths that end in its reference, such as `/v1/contacts/{id}`. */
  readonly paths?: readonly string[];
  /** The members of queries and bodies that refer to one. */
  readonly members?: readonly string[];
  /** Creates one in the tenant. */
  readonly make: (tenant: Tenant) => Promise<Reference>;
  /** A reference of the same form that exists in no tenant. */
  readonly unknown: Reference;
}

/** What makes a request of a route valid beyond its contract. */
export interface ExampleRow {
  /** The last parameter of the path, in place of the tenant's permanent record. */
  readonly record?: (tenant: Tenant) => Promise<Reference>;
  /** Members that are added to those required by the contract, or replace them. */
  readonly body?: (tenant: Tenant) => Promise<object> | object;
  /** The body that accompanies a file or its URL, if it differs from `body`. */
  readonly bodyForFile?: (tenant: Tenant) => Promise<object> | object;
  readonly query?: Readonly<Record<string, string>>;
  /** The form of a route that takes no JSON. */
  readonly form?: () => Form;
}

/** The records of one service that requests name, and the requests that need more than the contract. */
export interface ServiceRows {
  readonly kinds: readonly RecordKind[];
  readonly examples: Readonly<Record<string, ExampleRow>>;
}

/** A valid id, far from any that a sequence generates in this run. */
export const UNKNOWN_ID = 4_503_599_627_370_001;

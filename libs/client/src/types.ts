import type { operations, webhooks } from './generated/openapi.ts';
import type { routes } from './generated/routes.ts';

export type Routes = typeof routes;
/** The name of an operation, as in `sendMessage`. */
export type OperationName = keyof Routes;

/** `unknown` for a part that the operation does not have, which is typed as never. */
type Present<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;

type Content<T> = T extends { content: infer C }
  ? C extends { 'multipart/form-data': infer Form }
    ? Form
    : C extends { 'application/json': infer Body }
      ? Body
      : never
  : never;

/** The members of path, query and body of an operation in one object. Files are Blobs. */
export type Input<K extends OperationName> = Present<operations[K]['parameters']['path']> &
  Present<operations[K]['parameters']['query']> &
  Present<Content<NonNullable<operations[K]['requestBody']>>>;

type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type Success<R> = { [S in keyof R]: S extends 200 | 201 | 202 ? JsonOf<R[S]> : never }[keyof R];

/** The `data` of a success. */
export type Data<K extends OperationName> =
  Success<operations[K]['responses']> extends { data: infer D } ? D : never;

/** One record of a list. */
export type Item<K extends OperationName> = Routes[K] extends { list: infer L }
  ? L extends keyof Data<K>
    ? Data<K>[L] extends readonly (infer T)[]
      ? T
      : never
    : never
  : never;

/** The events that are posted to webhook endpoints, discriminated by `type`. Ignore types that you do not know. */
export type WebhookEvent = {
  [K in keyof webhooks]: webhooks[K] extends {
    post: { requestBody: { content: { 'application/json': infer E } } };
  }
    ? E
    : never;
}[keyof webhooks];

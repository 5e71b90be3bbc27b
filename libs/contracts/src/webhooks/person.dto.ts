import { AnyObject, Id, Int, ListOf, Nested, Nullable } from '..';
import { PersonTerms } from '../person-traces';

export class PersonDeliveries {
  @Nested(() => PersonTerms) person!: PersonTerms;
  /** The last delivery that was looked at; 0 at the beginning. */
  @Int({ min: 0 }) after_id!: number;
}

export class ErasedDeliveries {
  @Int({ min: 0 }) erased!: number;
  @Nullable() @Id() last_id!: number | null;
}

export class ExportedDeliveries {
  /** All that is kept of each. */
  @ListOf(AnyObject()) deliveries!: object[];
  @Nullable() @Id() last_id!: number | null;
}

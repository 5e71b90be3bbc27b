import { AnyObject, Id, Int, ListOf, Nested, Nullable } from '..';
import { PersonTerms } from '../person-traces';

export class PersonDeliveries {
  @Nested(() => PersonTerms) person!: PersonTerms;
  /** The last delivery that was examined; 0 at the beginning. */
  @Int({ min: 0 }) after_id!: number;
}

export class ErasedDeliveries {
  @Int({ min: 0 }) erased!: number;
  @Nullable() @Id() last_id!: number | null;
}

export class ExportedDeliveries {
  /** Everything that is stored about each delivery. */
  @ListOf(AnyObject()) deliveries!: object[];
  @Nullable() @Id() last_id!: number | null;
}

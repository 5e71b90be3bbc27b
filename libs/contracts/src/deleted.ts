import { Bool, Id } from './fields';

/** What a delete answers where the record has nothing more to say. */
export class Deleted {
  @Bool() deleted!: true;
  @Id() id!: number;
}

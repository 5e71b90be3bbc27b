import { Bool, Id } from './fields';

/** The answer to a delete that has nothing else to report. */
export class Deleted {
  @Bool() deleted!: true;
  @Id() id!: number;
}

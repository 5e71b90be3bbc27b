import { Id } from './fields';

/** The path of a single record. */
export class IdParams {
  @Id() id!: number;
}

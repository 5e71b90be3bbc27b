import { Id } from './fields';

/** The path parameters of a single record. */
export class IdParams {
  @Id() id!: number;
}

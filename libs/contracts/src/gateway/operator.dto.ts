import { Bool, Id, IfGiven, Int, ListOf, Nested, Nullable, OneOf, Optional, Text, Verbatim } from '..';
import { DeadLetter } from '../dead-letters/dead-letter.dto';
import { Job, jobStates, type JobState } from '../jobs/job.dto';
import { limitNames, type LimitName } from '../limits/limits';

/** Members that are present replace the account's values; the others stay unchanged. */
export class UpdatePlan {
  @IfGiven() @Text({ max: 100 }) name?: string;
  @IfGiven() @Int({ min: -1, max: 1_000_000 }) account_limit?: number;
  @IfGiven() @Bool() device_channels?: boolean;
  @IfGiven() @Bool() cloud_channels?: boolean;
  @IfGiven() @Bool() coexistence?: boolean;
  @IfGiven() @Int({ min: 1, max: 1_000_000 }) rate_limit?: number;
  @IfGiven() @Bool() manual_probes?: boolean;
}

export class SetAccountLimit {
  @OneOf(limitNames) limit!: LimitName;
  /** Null sets the default again. */
  @Nullable() @Int({ min: 0 }) max!: number | null;
}

export class ServiceQuery {
  /** Only of this service. */
  @Optional() @Verbatim({ min: 1, max: 50 }) service?: string;
}

export class JobsQuery extends ServiceQuery {
  /** All that are not done if absent. */
  @Optional() @OneOf(jobStates) state?: JobState;
}

export class ServiceRecordParams {
  @Verbatim({ min: 1, max: 50 }) service!: string;
  @Id() id!: number;
}

/** Its `entity` is only the kind, as in `messages`: the rest may be the number of a person. */
export class DeadLetterOfService extends DeadLetter {
  @Verbatim() service!: string;
}

/** The oldest hundred of each service. */
export class DeadLettersOfServices {
  @ListOf(() => DeadLetterOfService) dead_letters!: DeadLetterOfService[];
  /** The services that did not answer. */
  @ListOf(Verbatim()) missing!: string[];
}

export class JobOfService extends Job {
  @Verbatim() service!: string;
}

/** The oldest hundred of each service. */
export class JobsOfServices {
  @ListOf(() => JobOfService) jobs!: JobOfService[];
  /** The services that did not answer. */
  @ListOf(Verbatim()) missing!: string[];
}

export class JobOfServiceResult {
  @Nested(() => JobOfService) job!: JobOfService;
}

export class ServiceHealth {
  @Verbatim() service!: string;
  /** Whether it answers. */
  @Bool() is_reachable!: boolean;
  /** How many there are, as far as a hundred; 0 if it does not answer. */
  @Int({ min: 0 }) dead_letters!: number;
  @Int({ min: 0 }) dead_jobs!: number;
}

export class Health {
  @ListOf(() => ServiceHealth) services!: ServiceHealth[];
}

export class SetOperator {
  /** The e-mail address or the id. */
  @Verbatim({ min: 1, max: 254 }) user!: string;
  @Bool() is_operator!: boolean;
}

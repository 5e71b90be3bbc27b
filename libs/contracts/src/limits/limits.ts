export const limitUnits = ['records', 'bytes'] as const;
export type LimitUnit = (typeof limitUnits)[number];

/** What accounts may keep of one kind. */
export interface Limit {
  /** The service that keeps it, counts it and refuses more. */
  readonly service: string;
  /** How much an account may keep unless an administrator sets another limit. */
  readonly max: number;
  /** What an administrator may set at most: a list without pages returns everything. None if absent. */
  readonly most?: number;
  readonly unit: LimitUnit;
  /** What is counted, as in "an account keeps at most 100 … ". */
  readonly what: string;
}

const TIB = 1024 ** 4;

/** Every limit, by its name in events, errors and the admin tool. */
export const limits = {
  contacts: { service: 'crm', max: 1_000_000, unit: 'records', what: 'contacts' },
  media_bytes: { service: 'messaging', max: TIB, unit: 'bytes', what: 'bytes of media' },
  onboarding_sessions: {
    service: 'channels',
    max: 100,
    unit: 'records',
    what: 'pending onboarding sessions',
  },
  read_receipts: {
    service: 'messaging',
    max: 10_000,
    unit: 'records',
    what: 'read receipts that wait for their network',
  },
  recoveries: { service: 'webhooks', max: 100, unit: 'records', what: 'recoveries of webhooks under way' },
  send_keys: { service: 'messaging', max: 1_000_000, unit: 'records', what: 'Idempotency-Keys of sends' },
  template_keys: {
    service: 'templates',
    max: 100_000,
    unit: 'records',
    what: 'Idempotency-Keys of templates',
  },
  templates: { service: 'templates', max: 10_000, unit: 'records', what: 'templates' },
  tickets: { service: 'tickets', max: 1_000_000, unit: 'records', what: 'tickets' },
  webhooks: { service: 'webhooks', max: 100, most: 100, unit: 'records', what: 'webhooks' },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

export const limitNames = Object.keys(limits) as LimitName[];

/** Returns the limit with this name, as the general type. */
export function limitOf(name: LimitName): Limit {
  return limits[name];
}

/** The services that count something. */
export const servicesWithLimits: readonly string[] = [
  ...new Set(limitNames.map((name) => limitOf(name).service)),
];

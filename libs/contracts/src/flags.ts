/**
 * A part of the API that an installation switches on or off by a setting of the gateway. Operations name the flags that
 * must be on.
 */
export interface FeatureFlag {
  /** The name of the setting. */
  readonly name: `FEATURE_${string}`;
  /** What holds where the environment does not say. */
  readonly default: 'on' | 'off';
  /** What it switches, in one sentence for those who run an installation. */
  readonly summary: string;
}

/** Every flag there is. The settings of the gateway and the documentation are made from it. */
export const featureFlags = {
  tickets: {
    name: 'FEATURE_TENANT_TICKETS_V1',
    default: 'on',
    summary: 'Tickets and ticket types.',
  },
} as const satisfies Record<string, FeatureFlag>;

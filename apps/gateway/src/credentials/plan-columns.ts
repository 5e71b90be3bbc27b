/** The members of a `Plan`, of the account `a`: whatever the kind of credential, the same plan holds. */
export const PLAN_COLUMNS =
  'a.account_limit, a.device_channels, a.cloud_channels, a.coexistence, a.rate_limit, a.manual_probes';

/** The members of a `Plan`, from the account `a`. All kinds of credentials use the same plan. */
export const PLAN_COLUMNS =
  'a.account_limit, a.device_channels, a.cloud_channels, a.coexistence, a.rate_limit, a.manual_probes';

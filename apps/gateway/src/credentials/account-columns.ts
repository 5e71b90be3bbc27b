import type { Plan } from '@chat/contracts';

/** What every kind of credential reads of its account `a`: its name and plan, and whether it is suspended and lets agents in. */
export const ACCOUNT_COLUMNS = `a.account_limit, a.device_channels, a.cloud_channels, a.coexistence, a.rate_limit,
  a.manual_probes, a.name AS account_name, a.suspended_at IS NOT NULL AS is_suspended, a.mcp AS takes_agents`;

export interface AccountColumns extends Plan {
  account_name: string;
  is_suspended: boolean;
  takes_agents: boolean;
}

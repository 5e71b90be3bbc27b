import type { CheckResult, ProviderCheck, ProviderFinding } from '@chat/contracts/cloud-connector';

const finding =
  (result: CheckResult) =>
  (check: ProviderCheck, message: string, advice: string | null = null): ProviderFinding => ({
    check,
    result,
    message,
    advice,
  });

export const ok = finding('ok');
export const warning = finding('warning');
export const problem = finding('problem');
export const unknown = finding('unknown');

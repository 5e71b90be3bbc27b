import type { Rule, RuleFile } from './rule-files';

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNITS_MS;

const DURATION = /(\d+)(ms|s|m|h|d)\b/g;
/** A range (`[5m]`), a subquery (`[4h:10m]`) or an offset. */
const TIME_IN_QUERY = /\[[^\]]*\]|\boffset \d+(?:ms|s|m|h|d)\b/g;
/** A limit of an age in seconds, such as `max(chat_outbox_age_seconds) > 60`. */
const AGE_LIMIT = /(_age_seconds\b[^<>]*[<>] )(\d+)/g;

/**
 * Returns the rules as they would be if time passed that many times faster: `for`, ranges, offsets and limits of ages
 * are divided. Rates, ratios and counts stay as they are.
 */
export function shortened({ groups }: RuleFile, times: number): RuleFile {
  return {
    groups: groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => shortenRule(rule, times)),
    })),
  };
}

function shortenRule(rule: Rule, times: number): Rule {
  const expr = rule.expr
    .replace(TIME_IN_QUERY, (text) => shortenDurations(text, times))
    .replace(AGE_LIMIT, (_, before: string, limit: string) => `${before}${Number(limit) / times}`);
  return { ...rule, expr, ...(rule.for !== undefined && { for: shortenDurations(rule.for, times) }) };
}

function shortenDurations(text: string, times: number): string {
  return text.replace(
    DURATION,
    (_, count: string, unit: Unit) => `${Math.round((Number(count) * UNITS_MS[unit]) / times)}ms`,
  );
}

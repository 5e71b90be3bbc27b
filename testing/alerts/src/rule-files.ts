import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const RULES_FOLDER = join(__dirname, '../../../observability/prometheus');

/** One rule of Prometheus: it records a series or raises an alert. */
export interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
}

export interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** Returns the names of the files with rules, without those that test them. */
export function ruleFiles(): string[] {
  return readdirSync(RULES_FOLDER).filter((file) => file.endsWith('.yml') && !file.endsWith('.test.yml'));
}

export function readRuleFile(file: string): RuleFile {
  return parse(readFileSync(join(RULES_FOLDER, file), 'utf8')) as RuleFile;
}

/** Returns the names of all alerts of the product. */
export function alertNames(): string[] {
  const rules = ruleFiles().flatMap((file) => readRuleFile(file).groups.flatMap((group) => group.rules));
  return rules.flatMap(({ alert }) => alert ?? []);
}

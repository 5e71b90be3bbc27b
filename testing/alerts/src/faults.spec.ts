import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { faults, onlyCalculated } from './faults';
import { alertNames, RULES_FOLDER } from './rule-files';

interface TestFile {
  tests: { alert_rule_test?: { alertname: string; exp_alerts?: object[] }[] }[];
}

/** The alerts that fire in a test for promtool. */
const calculated = readdirSync(RULES_FOLDER)
  .filter((file) => file.endsWith('.test.yml'))
  .flatMap((file) => (parse(readFileSync(join(RULES_FOLDER, file), 'utf8')) as TestFile).tests)
  .flatMap((test) => test.alert_rule_test ?? [])
  .filter(({ exp_alerts: alerts = [] }) => alerts.length > 0)
  .map(({ alertname }) => alertname);

describe('an alert', () => {
  it.each(alertNames())('is seen firing: %s', (alert) => {
    const isSeen = faults.some((fault) => fault.alert === alert);
    const isCalculated = alert in onlyCalculated && calculated.includes(alert);
    expect([isSeen, isCalculated]).toContain(true);
  });
});

describe('a fault', () => {
  it.each(faults.map((fault) => [fault.alert, fault] as const))(
    'raises an alert that exists: %s',
    (alert, { alongside = [] }) => {
      expect(alertNames()).toEqual(expect.arrayContaining([alert, ...alongside]));
    },
  );

  it('is the only one of its alert', () => {
    const alerts = [...faults.map(({ alert }) => alert), ...Object.keys(onlyCalculated)];
    expect(new Set(alerts).size).toBe(alerts.length);
  });
});

import type { Queues } from '../installation/queues.rules';
import { leastDisturbed } from '../quiet/disturbance.rules';
import { backlogSeconds, formatReport, resultOf, type InboundRound } from './report.rules';

const idle: Queues = { outbox: 0, consumers: 0, deliveries: 0, sending: 0, callbacks: 0, network: 0 };

describe('backlogSeconds', () => {
  it.each([
    ['nothing seen', [], 150, 0],
    ['empty queues, and no webhook at all', [idle], 0, 0],
    [
      'the worst moment of all queues together',
      [idle, { ...idle, outbox: 100, deliveries: 50 }, idle],
      150,
      1,
    ],
    ['unprocessed callbacks as well', [{ ...idle, callbacks: 75, outbox: 75 }], 150, 1],
    ['nothing that the network holds', [{ ...idle, network: 1_000 }], 150, 0],
    ['a queue without any progress', [{ ...idle, consumers: 1 }], 0, Infinity],
  ])('%s', (_case, looks, rate, expected) => {
    expect(backlogSeconds(looks, rate)).toBe(expected);
  });
});

describe('formatReport', () => {
  const round: InboundRound = {
    started: 1_200,
    arrivedMeanwhile: 1_190,
    seconds: 8,
    p50Ms: 20,
    p99Ms: 120,
    restMs: 30,
    rate: 149,
    backlogSeconds: 0.2,
    longest: { ...idle, deliveries: 30 },
    cpuMs: { messaging: 2, postgres: 3 },
    costs: { statements: 12, commits: 6, fsyncs: 3, natsMessages: 7 },
    statementsByUser: {},
    drainMs: 40,
  };
  const choice = (slowdown: number) =>
    leastDisturbed([{ round, disturbance: { foreignShare: 0, slowdown } }], 1);
  const text = (slowdown = 1) => {
    const scenario = { name: '150 a second', goal: { p50Ms: 45, p99Ms: 110 } };
    return formatReport([resultOf(scenario, choice(slowdown), { messaging: 150 })]).replaceAll(/ +/g, ' ');
  };

  it('shows speed, cost, queues and memory of each row', () => {
    expect(text()).toContain(
      '150 a second 149 (149-149) 20.0 (20.0-20.0) 120.0 (120.0-120.0) 0.20 (0.20-0.20) 30 5.00',
    );
    expect(text()).toContain('150 a second 12.0 (12.0-12.0) 6.0');
    expect(text()).toContain('150 a second 0 0 0 30 0');
    expect(text()).toContain('MiB resident after messaging\n150 a second 150');
  });

  it('shows for each goal whether it is met', () => {
    expect(text()).toContain('150 a second: p50 in ms <= 45 20.00 (20.00-20.00) met');
    expect(text()).toContain('150 a second: p99 in ms <= 110 120.00 (120.00-120.00) missed');
  });

  it('names the rows that were disturbed', () => {
    expect(text()).not.toContain('Disturbed');
    expect(text(2)).toContain('Disturbed, 1 rounds of 150 a second');
  });
});

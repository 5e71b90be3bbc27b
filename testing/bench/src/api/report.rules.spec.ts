import { compare, type Measurement } from './comparison.rules';
import { judge } from './goals.rules';
import { formatReport, type Result } from './report.rules';

const quiet = { repeated: 0, disturbed: 0, worst: { foreignShare: 0, slowdown: 1 } };

function resultWith(cpu: boolean): Result {
  const base = {
    started: 100,
    p50Ms: 2,
    p99Ms: 9.04,
    drainMs: 0,
    costs: { statements: 3, commits: 2, fsyncs: 1, natsMessages: 4 },
    statementsByUser: { chat_gateway: 3 },
  };
  const ours: Measurement = { ...base, rate: 600, cpuMs: cpu ? { gateway: 0.5, postgres: 0.25 } : null };
  const floor: Measurement = {
    ...base,
    rate: 1000,
    cpuMs: cpu ? { floor: 0.25, postgres: 0.25 } : null,
    statementsByUser: { postgres: 1.5 },
  };
  const comparison = compare([{ ours, floor }]);
  return {
    operation: 'ping',
    path: '/v1/ping',
    connections: 32,
    verdicts: judge({ rate: 0.7, cpu: 1.8 }, comparison),
    rounds: quiet,
    statements: null,
    ...comparison,
  };
}

const idle = {
  cpuMs: null,
  costs: { statements: 40, commits: 39, fsyncs: 0, natsMessages: 7 },
  statementsByUser: {},
  drainMs: 0,
};

const lines = (results: Result[], memoryMiB: Record<string, number> | null = { gateway: 90.4 }) =>
  formatReport([{ topology: 'split', idle, results, memoryMiB }]).replaceAll(/ +/g, ' ');

describe('formatReport', () => {
  it('shows each figure next to the floor, with the ratio', () => {
    const text = lines([resultWith(true)]);
    expect(text).toContain('ping 32 ours 600 (600-600) 2.0 (2.0-2.0) 9.0 (9.0-9.0) 0.75 (0.75-0.75) 0');
    expect(text).toContain('/v1/ping floor 1000 (1000-1000)');
    expect(text).toContain(' ratio 0.60 (0.60-0.60) 1.00 (1.00-1.00) 1.50 (1.50-1.50)');
  });

  it('lists the statements of a request if requested', () => {
    const statements = [{ user: 'chat_crm', text: 'SELECT 1', calls: 2, ms: 0.5 }];
    expect(lines([{ ...resultWith(true), statements }])).toContain(
      'SQL of one ping, 32 connections\ncalls ms\n 2.00 0.500 chat_crm: SELECT 1',
    );
    expect(lines([resultWith(true)])).not.toContain('SQL of one');
  });

  it('shows for each goal whether it is met', () => {
    const text = lines([resultWith(true)]);
    expect(text).toContain('ping, 32 connections: req/s against the floor >= 0.7 0.60 (0.60-0.60) missed');
    expect(text).toContain(
      'ping, 32 connections: CPU per request against the floor <= 1.8 1.50 (1.50-1.50) met',
    );
  });

  it('shows the cost of a request, by process', () => {
    const text = lines([resultWith(true)]);
    expect(text).toContain('CPU ms per request conns gateway postgres floor\nping 32 ours 0.50 0.25 -');
    expect(text).toContain(
      'SQL statements commits WAL fsyncs NATS messages in\nping 32 ours 3.0 (3.0-3.0) 2.0',
    );
    expect(text).toContain('an idle second (split) ours 40.0 39.0 0.0 7.0');
    expect(text).toContain('SQL statements per request conns chat_gateway postgres\nping 32 ours 3.00 -');
  });

  it('shows the memory after load, and whether standalone exceeds its limit', () => {
    expect(lines([resultWith(true)])).toContain('MiB resident after load gateway\nsplit 90');
    expect(lines([], { standalone: 301 })).toContain(
      'standalone: MiB resident after load <= 300 301.00 (301.00-301.00) missed',
    );
  });

  it('leaves CPU time and memory out if the system does not report them', () => {
    const text = lines([resultWith(false)], null);
    expect(text).not.toContain('CPU ms per request');
    expect(text).not.toContain('MiB');
    expect(text).toContain('CPU per request against the floor <= 1.8 unknown missed');
  });

  it('names the rows that were disturbed', () => {
    const noisy = {
      ...resultWith(true),
      rounds: { repeated: 2, disturbed: 1, worst: { foreignShare: 0.31, slowdown: 1.5 } },
    };
    expect(lines([resultWith(true)])).toContain('Nothing else disturbed the machine.');
    expect(lines([noisy])).toContain('2 more rounds were measured');
    expect(lines([noisy])).toContain(
      ' ping, 32 connections: 1, up to 31 % of the CPU went elsewhere, fixed work took 1.50 times',
    );
    const repeated = { ...noisy, rounds: { ...noisy.rounds, disturbed: 0 } };
    expect(lines([repeated])).not.toContain('Given up');
  });
});

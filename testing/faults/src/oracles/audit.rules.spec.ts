import { judgeAudit, type AuditedRequest } from './audit.rules';

const request = (outcome: AuditedRequest['outcome']): AuditedRequest => ({
  requestId: 'r1',
  actor: 'person',
  key: 'contacts/1',
  value: 'Ana',
  outcome,
});
const row = { request_id: 'r1', actor_type: 'person' };
const other = { request_id: 'r2', actor_type: 'api_key' };

describe('the audit log under faults', () => {
  it.each([
    ['done', 'Ana', [row, other]],
    ['done', 'Eva', [row]],
    ['refused', 'Eva', [other]],
    ['unknown', 'Eva', []],
    ['unknown', 'Eva', [row]],
    ['unknown', 'Ana', [row]],
  ] as const)('may be so after a change that is %s while the record has %s', (outcome, value, rows) => {
    expect(judgeAudit([request(outcome)], new Map([['contacts/1', value]]), rows)).toEqual([]);
  });

  it.each([
    ['lost', 'done', 'Ana', []],
    ['lost', 'done', 'Eva', [other]],
    ['lost', 'unknown', 'Ana', []],
    ['double', 'done', 'Ana', [row, row]],
    ['double', 'unknown', 'Eva', [row, row]],
    ['wrong', 'refused', 'Eva', [row]],
    ['wrong', 'done', 'Ana', [{ ...row, actor_type: 'api_key' }]],
  ] as const)(
    'has a finding %s after a change that is %s while the record has %s',
    (kind, outcome, value, rows) => {
      const findings = judgeAudit([request(outcome)], new Map([['contacts/1', value]]), rows);
      expect(findings.map((finding) => finding.kind)).toEqual([kind]);
    },
  );
});

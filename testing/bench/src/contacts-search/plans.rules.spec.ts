import { plansIn } from './plans.rules';

const log = `2026-01-31 10:20:30.000 UTC [7] LOG:  duration: 0.345 ms  plan:
	{
	  "Query Text": "SELECT id\\nFROM crm.contacts WHERE account_id = $1",
	  "Plan": {
	    "Node Type": "Limit",
	    "Actual Rows": 26.00,
	    "Plans": [
	      { "Node Type": "Index Scan", "Relation Name": "contacts", "Index Name": "contacts_pkey", "Actual Rows": 26 }
	    ]
	  }
	}
2026-01-31 10:20:31.000 UTC [8] LOG:  duration: 0.100 ms  plan:
	{ "Query Text": "SELECT FROM crm.outbox ", "Plan": { "Node Type": "Seq Scan", "Relation Name": "outbox" } }
2026-01-31 10:20:32.000 UTC [8] LOG:  checkpoint starting: time
`;

describe('plansIn', () => {
  it('reads the plans of a table from a log, from the outer node to the inner', () => {
    expect(plansIn(log, 'crm.contacts')).toEqual(['Limit 26 rows < Index Scan on contacts_pkey 26 rows']);
    expect(plansIn(log, 'crm.outbox')).toEqual(['Seq Scan on outbox']);
  });

  it('finds none in a log without plans', () => {
    expect(plansIn('LOG:  ready', 'crm.contacts')).toEqual([]);
  });
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  Plans?: PlanNode[];
}

interface LoggedPlan {
  'Query Text': string;
  Plan: PlanNode;
}

/** Returns the plans of statements on a table that `auto_explain` logged, each on one line. */
export function plansIn(log: string, table: string): string[] {
  return log
    .split(/^(?=\S.*LOG: )/m)
    .flatMap((entry) => {
      const json = /plan:\s*(\{[^]*\})/.exec(entry)?.[1];
      return json === undefined ? [] : [JSON.parse(json) as LoggedPlan];
    })
    .filter((plan) => plan['Query Text'].includes(`${table} `))
    .map(({ Plan: root }) => describe(root));
}

function describe(node: PlanNode): string {
  const on = node['Index Name'] ?? node['Relation Name'];
  const rows = node['Actual Rows'] === undefined ? '' : ` ${node['Actual Rows']} rows`;
  const own = `${node['Node Type']}${on ? ` on ${on}` : ''}${rows}`;
  const below = (node.Plans ?? []).map(describe);
  if (below.length === 0) return own;
  return `${own} < ${below.length === 1 ? below[0] : `(${below.join('; ')})`}`;
}

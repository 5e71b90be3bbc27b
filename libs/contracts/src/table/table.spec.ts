import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  featureFlags,
  Id,
  isPublic,
  ListOf,
  membersOf,
  type Dto,
  type FeatureFlag,
  type Operation,
} from '..';
import { eventTypes, operations } from '.';

const repeated = (values: (string | undefined)[]) =>
  values.filter((value, index) => value !== undefined && values.indexOf(value) !== index);

describe('the operation table', () => {
  it('has unique subjects and routes', () => {
    expect(operations.length).toBeGreaterThan(20);
    expect(repeated(operations.map(({ subject }) => subject))).toEqual([]);
    expect(repeated(operations.map(({ http }) => http))).toEqual([]);
  });

  it('declares a scope for every public route that is not open to any credential, and for no other operation', () => {
    const isOpen = ({ scope, anyCredential }: Operation) => scope !== undefined || anyCredential === true;
    expect(operations.filter((operation) => isPublic(operation) !== isOpen(operation))).toEqual([]);
  });

  it('declares a role for every route of people and for no other operation', () => {
    const isOfPeople = ({ http }: Operation) => http?.split(' ')[1]!.startsWith('/console/api/') ?? false;
    expect(operations.filter((one) => isOfPeople(one) !== (one.role !== undefined))).toEqual([]);
    expect(operations.filter(({ stepUp, http }) => stepUp && !http)).toEqual([]);
    expect(operations.filter(({ operator, role }) => operator && !role)).toEqual([]);
  });

  it('has a summary for every public route and every webhook event', () => {
    const silent = [
      ...operations.filter(({ http, summary }) => http && !summary),
      ...eventTypes.filter(({ webhook, summary }) => webhook && !summary),
    ];
    expect(silent.map(({ subject }) => subject)).toEqual([]);
  });

  it('declares path parameters exactly where the path has placeholders', () => {
    for (const { http, params } of operations.filter((operation) => operation.http)) {
      expect({ http, hasParams: params !== undefined }).toEqual({ http, hasParams: http!.includes('{') });
    }
  });

  it('has unique event types and event subjects', () => {
    expect(repeated(eventTypes.map(({ type }) => type))).toEqual([]);
    expect(repeated(eventTypes.map(({ subject }) => subject))).toEqual([]);
  });

  it('publishes webhook events on subjects that webhooks consumes', () => {
    const outgoing = eventTypes.filter(({ webhook }) => webhook);
    expect(outgoing.filter(({ subject }) => subject.split('.').length !== 4)).toEqual([]);
  });

  it('lists exactly the file members as uploads', () => {
    for (const { subject, body, upload = {} } of operations) {
      const members = body ? [...membersOf(body).values()] : [];
      const files = members.flatMap(({ name, kind }) => (kind.isFile ? [name] : []));
      expect({ subject, upload: Object.keys(upload).sort() }).toEqual({ subject, upload: files.sort() });
    }
  });

  it('bounds every list that a client may send', () => {
    const bodies = operations.flatMap(({ http, body }) => (http && body ? [body] : []));
    expect(bodies.flatMap(unboundedLists)).toEqual([]);
    class Rows {
      @ListOf(() => Row) rows!: Row[];
    }
    class Row {
      @ListOf(ListOf(Id()), { maxItems: 5 }) grid!: number[][];
    }
    expect(unboundedLists(Rows)).toEqual(['Row.grid', 'Rows.rows']);
  });

  it('declares and documents every flag that an operation names', () => {
    const declared: FeatureFlag[] = Object.values(featureFlags);
    expect(repeated(declared.map(({ name }) => name))).toEqual([]);
    const manual = readFileSync(join(__dirname, '../../../../docs/settings.md'), 'utf8');
    expect(declared.filter(({ name }) => !manual.includes(name))).toEqual([]);
    const named = operations.flatMap(({ flags = [] }) => flags);
    expect(named.filter((flag) => !declared.includes(flag))).toEqual([]);
  });
});

/** Returns the lists without `maxItems` in what a client sends, at any depth. */
function unboundedLists(dto: Dto): string[] {
  const nested: string[] = [];
  const own = [...membersOf(dto).values()].filter(({ kind }) => {
    const schema = kind.schema((part) => {
      nested.push(...unboundedLists(part));
      return {};
    });
    return /"type":"array"(?!,"maxItems")/.test(JSON.stringify(schema));
  });
  return [...new Set([...nested, ...own.map(({ name }) => `${dto.name}.${name}`)])];
}

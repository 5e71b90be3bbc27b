import { eventTypes, operations } from '.';

const repeated = (values: (string | undefined)[]) =>
  values.filter((value, index) => value !== undefined && values.indexOf(value) !== index);

describe('the operation table', () => {
  it('names every subject and every route once', () => {
    expect(operations.length).toBeGreaterThan(20);
    expect(repeated(operations.map(({ subject }) => subject))).toEqual([]);
    expect(repeated(operations.map(({ http }) => http))).toEqual([]);
  });

  it('says the scope of every public route', () => {
    expect(operations.filter(({ http, scope }) => (http === undefined) !== (scope === undefined))).toEqual(
      [],
    );
  });

  it('has a heading for every public route and for every event that goes out', () => {
    const silent = [
      ...operations.filter(({ http, summary }) => http && !summary),
      ...eventTypes.filter(({ webhook, summary }) => webhook && !summary),
    ];
    expect(silent.map(({ subject }) => subject)).toEqual([]);
  });

  it('takes as path parameters what the path names', () => {
    for (const { http, params } of operations.filter((operation) => operation.http)) {
      expect({ http, hasParams: params !== undefined }).toEqual({ http, hasParams: http!.includes('{') });
    }
  });

  it('names every event type and its subject once', () => {
    expect(repeated(eventTypes.map(({ type }) => type))).toEqual([]);
    expect(repeated(eventTypes.map(({ subject }) => subject))).toEqual([]);
  });
});

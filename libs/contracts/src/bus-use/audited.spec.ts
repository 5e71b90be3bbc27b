import { operations } from '../table';
import { keptMembers } from '../audit';
import { isAudited, isCalledFromOutside } from '.';

const changes = operations.filter((one) => one.effect !== 'read' && isCalledFromOutside(one));

describe('the audit log', () => {
  it('has an entry of every operation that changes something, unless the operation says why not', () => {
    expect(changes.length).toBeGreaterThan(60);
    const silent = changes.filter((one) => !isAudited(one));
    expect(silent.filter(({ unaudited }) => !/^[A-Z].{9,}\.$/.test(unaudited ?? ''))).toEqual([]);
  });

  it('is told why only where something changes from outside', () => {
    expect(operations.filter((one) => one.unaudited !== undefined && !changes.includes(one))).toEqual([]);
    expect(operations.filter((one) => one.audited && one.effect !== 'read')).toEqual([]);
  });

  it('keeps no member that may be a secret, a text, or about a person who writes to the account', () => {
    const names = Object.values(keptMembers).flat();
    const telling =
      /secret|password|token|digest|code$|url$|text|body|description|subject|phone|mobile|email|firstname|lastname/;
    expect(names.filter((name) => telling.test(name))).toEqual([]);
  });
});

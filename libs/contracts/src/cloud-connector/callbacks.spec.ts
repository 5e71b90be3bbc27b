import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callbackFields } from '.';

const PAGE = join(__dirname, '../../../../docs/provider.md');

describe('the callback fields', () => {
  it('are the ones that docs/provider.md says to subscribe to', () => {
    const [sentence = ''] = /subscribe\s+to\s+`[^.]*\./.exec(readFileSync(PAGE, 'utf8')) ?? [];
    expect([...sentence.matchAll(/`(\w+)`/g)].map(([, field]) => field)).toEqual(callbackFields);
  });
});

import { spawnSync } from 'node:child_process';
import { HEAP_GROWTH } from './heap-growth';

describe('the growth of the heap', () => {
  it('is set by a flag that the V8 of this Node knows', () => {
    const { status, stderr } = spawnSync(process.execPath, [HEAP_GROWTH, '--eval', '0'], {
      encoding: 'utf8',
      env: {},
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

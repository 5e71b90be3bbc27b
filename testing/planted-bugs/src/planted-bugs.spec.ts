import { formatPlanted } from './planted-bugs';

describe('planted bugs', () => {
  it('count as failed when the suite did not detect them', () => {
    const results = [
      { name: 'no-lock', wasNoticed: true, seconds: 31, line: '10 passed, 2 failed' },
      { name: 'no-guard', wasNoticed: false, seconds: 12, line: '12 passed, 0 failed' },
    ];
    expect(formatPlanted(results)).toMatch(/NOT NOTICED .* 12 passed, 0 failed\n\n1 passed, 1 failed$/);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { until } from './until';

describe('until', () => {
  it('returns the first truthy value', async () => {
    const values = [undefined, false, 0, 'found'];
    await expect(until(() => values.shift(), { describe: 'a value' })).resolves.toBe('found');
  });

  it('looks once more when one look took all of the time', async () => {
    let looks = 0;
    const slow = () => delay(30).then(() => (looks += 1) > 1);
    await expect(until(slow, { describe: 'a second look', timeoutMs: 1 })).resolves.toBe(true);
  });

  it('says what did not happen', async () => {
    const never = until(() => false, { describe: 'the moon', timeoutMs: 30 });
    await expect(never).rejects.toThrow('Waited 30 ms in vain for the moon.');
  });

  it('passes on an error of the condition at once', async () => {
    const failing = until(() => Promise.reject(new Error('broken')), { describe: 'a value' });
    await expect(failing).rejects.toThrow('broken');
  });
});

import { until } from '@chat/test-kit';
import type { TestEngine } from '../testing/test-engine';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000001';
const CUSTOMER = '4915100000002';

describe('a fault', () => {
  let sandbox: TestSandbox;
  let credentials: string;
  let engine: TestEngine;
  let reference = 0;

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    credentials = await sandbox.link(BUSINESS);
  });

  afterAll(() => sandbox.stop());

  beforeEach(async () => {
    engine = await sandbox.logIn(credentials);
    reference += 1;
  });

  afterEach(() => engine.vanish());

  async function sendWith(fault: Record<string, unknown>): Promise<string> {
    const own = String(reference);
    await sandbox.call('PUT', '/faults', { match: { reference: own }, ...fault });
    engine.say({ type: 'send', id: `F${own}`, reference: own, to: CUSTOMER, text: 'hello' });
    return own;
  }

  /** Returns the next receipt of this send, discarding those of earlier ones. */
  async function receiptOf(own: string) {
    for (;;) {
      const receipt = await engine.next('receipt');
      engine.say({ type: 'received', deliveries: [receipt.delivery] });
      if (receipt.id === `F${own}`) return receipt;
    }
  }

  it('error refuses with its code without accepting anything', async () => {
    const own = await sendWith({ mode: 'error', code: 463 });
    expect(await engine.next('nack')).toMatchObject({ id: `F${own}`, code: 463 });
    expect(await sandbox.sends(own)).toEqual([]);
  });

  it('reset_before_accept breaks the connection without accepting anything', async () => {
    const own = await sendWith({ mode: 'reset_before_accept' });
    expect(await engine.closed()).toBe(428);
    expect(await sandbox.sends(own)).toEqual([]);
  });

  it('accept_then_reset accepts, breaks the connection, and delivers the receipt at the next login', async () => {
    const own = await sendWith({ mode: 'accept_then_reset' });
    expect(await engine.closed()).toBe(428);
    expect(await sandbox.sends(own)).toHaveLength(1);
    expect(engine.heard.filter((message) => 'id' in message && message.id === `F${own}`)).toEqual([]);

    engine = await sandbox.logIn(credentials);
    expect(await receiptOf(own)).toMatchObject({ level: 'delivered' });
  });

  it('accept_then_hang accepts and sends the receipt late', async () => {
    const own = await sendWith({ mode: 'accept_then_hang', delay_ms: 100 });
    await receiptOf(own);
    expect(engine.heard.some(({ type }) => type === 'ack')).toBe(false);
  });

  it('slow accepts after a delay', async () => {
    const before = Date.now();
    await sendWith({ mode: 'slow', delay_ms: 150 });
    await engine.next('ack');
    expect(Date.now() - before).toBeGreaterThanOrEqual(150);
  });

  it('late_status with a code reports a failure after the acceptance', async () => {
    const own = await sendWith({ mode: 'late_status', code: 479, delay_ms: 50 });
    const told = () => engine.heard.filter((message) => 'id' in message && message.id === `F${own}`);
    await until(() => told().length >= 2, { describe: 'the acceptance and the failure' });
    expect(told()).toMatchObject([{ type: 'ack' }, { type: 'receipt', level: 'failed', code: 479 }]);
  });

  it('duplicate_status delivers the receipt twice', async () => {
    const own = await sendWith({ mode: 'duplicate_status' });
    await receiptOf(own);
    await receiptOf(own);
  });

  it('applies the given number of times; the ledger shows every acceptance', async () => {
    await sandbox.call('PUT', '/faults', { mode: 'error', times: 1 });
    engine.say({ type: 'send', id: 'X1', reference: '900', to: CUSTOMER, text: 'first' });
    await engine.next('nack');
    engine.say({ type: 'send', id: 'X2', reference: '900', to: CUSTOMER, text: 'second' });
    engine.say({ type: 'send', id: 'X3', reference: '900', to: CUSTOMER, text: 'second again' });
    await engine.next('ack');
    await engine.next('ack');
    expect(await sandbox.sends('900')).toHaveLength(2);
  });
});

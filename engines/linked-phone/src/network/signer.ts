import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { calculateSignature } = require(workerData);
  parentPort.on('message', ({ key, bytes }) => parentPort.postMessage(calculateSignature(Buffer.from(key), bytes)));`;

/**
 * Signs for the phones, beside everything else: a signature takes milliseconds in JavaScript, during which the network would answer
 * nobody. A real phone does this on a processor of its own.
 */
export class Signer {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  sign(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
    const signature = this.last.then(async () => {
      this.worker ??= new Worker(SOURCE, {
        eval: true,
        workerData: require.resolve('libsignal/src/curve.js'),
      });
      this.worker.postMessage({ key, bytes });
      const [answer] = (await once(this.worker, 'message')) as [Uint8Array];
      return answer;
    });
    this.last = signature.catch(() => undefined);
    return signature;
  }

  async stop(): Promise<void> {
    await this.worker?.terminate();
  }
}

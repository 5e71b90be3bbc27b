import { WebhookReceiver } from '@chat/test-kit';
import { tellEvent } from './exchange';

/** A webhook endpoint on loopback that prints each delivery, and refuses those with a wrong signature. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start();
  receiver.answer = ({ verified, type, data }) => {
    if (verified) console.log(`\n  ✓ webhook ${type} (signature verified)\n    ${tellEvent(data)}`);
    else console.log('\n  ✗ a webhook came with a wrong signature and was refused');
    return { status: verified ? 204 : 401 };
  };
  return receiver;
}

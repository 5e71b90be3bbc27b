import { Pool } from 'undici';
import { SandboxClient, until } from '@chat/test-kit';
import {
  openCareWindows,
  putCloudNumber,
  TEMPLATE,
  type ProviderNumber,
} from '../installation/cloud-numbers';
import { cloudCustomerNumbers } from '../installation/seed';
import { CALLBACK_PATH } from './callbacks';
import type { HandOver } from './send-message';
import type { FloorSettings } from './settings';

/** The same number as in the connector. */
const CONNECTIONS = 64;
const VERSION = '/v23.0';

/** A number of one of the floor's accounts on the provider's cloud. */
export class CloudNumber {
  private constructor(
    private readonly provider: Pool,
    private readonly number: ProviderNumber,
  ) {}

  /** Creates a number to which the customers have written, and whose callbacks go to the floor. */
  static async open(
    { sandbox_url, verify_token, cloud_customers }: FloorSettings,
    phone: string,
    floorUrl: string,
  ): Promise<CloudNumber> {
    const provider = new Pool(sandbox_url, { connections: CONNECTIONS });
    const number = new CloudNumber(provider, await putCloudNumber(sandbox_url, phone));
    await openCareWindows(new SandboxClient(sandbox_url), phone, cloudCustomerNumbers(cloud_customers));
    await number.call(`${VERSION}/${number.number.waba_id}/subscribed_apps`, {
      override_callback_uri: floorUrl + CALLBACK_PATH,
      verify_token,
    });
    await number.approveTemplate();
    return number;
  }

  /** Resolves to the message id when the provider accepts it; rejects when it is refused. */
  readonly send: HandOver = async ({ reference, to, text, template }) => {
    const answer = await this.call(`${VERSION}/${this.number.phone_number_id}/messages`, {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: `+${to}`,
      biz_opaque_callback_data: reference,
      ...(template
        ? { type: 'template', template }
        : { type: 'text', text: { body: text, preview_url: false } }),
    });
    return (answer as { messages: [{ id: string }] }).messages[0].id;
  };

  /** Creates the same template that our number has, and waits for its approval. */
  private async approveTemplate(): Promise<void> {
    const path = `${VERSION}/${this.number.waba_id}/message_templates`;
    const { body: text, body_examples, ...template } = TEMPLATE;
    const components = [{ type: 'BODY', text, example: { body_text: [body_examples] } }];
    await this.call(path, { ...template, components });
    const isApproved = async () => {
      const { data } = (await this.call(path)) as { data: { status: string }[] };
      return data[0]?.status === 'APPROVED';
    };
    await until(isApproved, { describe: 'the template of the floor to be approved' });
  }

  private async call(path: string, body?: object): Promise<unknown> {
    const { statusCode, body: answer } = await this.provider.request({
      method: body ? 'POST' : 'GET',
      path,
      headers: {
        authorization: `Bearer ${this.number.access_token}`,
        'content-type': 'application/json',
      },
      body: body ? JSON.stringify(body) : null,
    });
    if (statusCode === 200) return answer.json();
    throw new Error(`The provider answered ${statusCode}: ${await answer.text()}`);
  }
}

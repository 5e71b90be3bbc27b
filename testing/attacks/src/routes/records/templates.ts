import { randomUUID } from 'node:crypto';
import { connectCloudChannel } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import { approvedTemplate } from '@chat/test-kit';
import type { Tenant } from '../../world/tenant';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from '../../world/record-kind';

/** A channel on the provider's cloud, which can send templates. */
export const cloudChannel: RecordKind = {
  name: 'Cloud channel',
  paths: ['/v1/chat-accounts/{id}'],
  make: async (tenant: Tenant) => {
    const { sandbox, admin, accountId } = tenant;
    const { waba_id, phone_number_id, access_token: token } = await sandbox.putNumber(tenant.number());
    const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
    const { device } = await admin.bus.request(connectCloudChannel, systemContext(0), { body });
    return device.id;
  },
  unknown: UNKNOWN_ID,
};

async function draft(tenant: Tenant): Promise<object> {
  return {
    chat_account_id: await tenant.own(cloudChannel),
    name: `t_${randomUUID().replaceAll('-', '_')}`,
    language: 'en_US',
    category: 'UTILITY',
    header_format: 'NONE',
    body: tenant.text(),
  };
}

async function makeTemplate(tenant: Tenant): Promise<string> {
  return (await approvedTemplate(tenant.client, await draft(tenant))).template_id;
}

const template: RecordKind = {
  name: 'template',
  paths: ['/v1/templates/{id}'],
  members: ['template_id'],
  make: async (tenant) => {
    const id = await makeTemplate(tenant);
    // The first sync of its provider account may still be due, and would change what its owner sees, such as its quality.
    await tenant.post('/v1/templates/sync', { chat_account_id: await tenant.own(cloudChannel) });
    return id;
  },
  unknown: 'tpl_999999999999',
};

const receiver = async (tenant: Tenant) => ({
  template_id: await tenant.own(template),
  chat_account_id: await tenant.own(cloudChannel),
  mobile_code: '1',
  mobile: tenant.number().slice(1),
});

const withSample = async (tenant: Tenant) => ({ ...(await draft(tenant)), header_format: 'IMAGE' });

export const templates: ServiceRows = {
  kinds: [cloudChannel, template],
  examples: {
    'POST /v1/templates': { body: draft, bodyForFile: withSample },
    'POST /v1/templates/validate': { body: draft, bodyForFile: withSample },
    'POST /v1/templates/send': { body: receiver },
    'PATCH /v1/templates/{id}': {
      record: makeTemplate,
      body: (tenant) => ({ footer: tenant.mark.slice(0, 60) }),
    },
    'POST /v1/templates/sync': {
      body: async (tenant) => ({ chat_account_id: await tenant.own(cloudChannel) }),
    },
  },
};

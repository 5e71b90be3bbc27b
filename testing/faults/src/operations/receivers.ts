import type { Random } from '@chat/test-kit/random';
import { cloudCustomers, type Tenant } from '../world/tenant';

const CUSTOMERS = 30;

/** The members of a request that name the channel and the customer. */
export interface Receiver {
  chat_account_id: number;
  mobile_code: string;
  mobile: string;
}

/** Any customer, by the linked phone of the tenant. @param prefix six digits that belong to one operation. */
export function byPhone({ shop }: Tenant, prefix: string, random: Random): Receiver {
  const line = String(random.between(0, CUSTOMERS - 1)).padStart(4, '0');
  return { chat_account_id: shop.channelId, mobile_code: '1', mobile: `${prefix}${line}` };
}

/** Any customer who has written to the tenant's Cloud number. */
export function byCloud({ cloud }: Tenant, random: Random): Receiver {
  return onCloud(cloud.channelId, random.pick(cloudCustomers));
}

/** One customer of a Cloud number. */
export function onCloud(channelId: number, customer: string): Receiver {
  return { chat_account_id: channelId, mobile_code: customer.slice(0, 1), mobile: customer.slice(1) };
}

/** Any customer of either. */
export function byEither(tenant: Tenant, prefix: string, random: Random): Receiver {
  return random.next() < 0.5 ? byPhone(tenant, prefix, random) : byCloud(tenant, random);
}

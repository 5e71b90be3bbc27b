import { callbackPaths } from '@chat/contracts/cloud-connector';
import type { AttackGroup } from '../attack';
import { mutatedCallbacks } from '../hostile/callbacks';
import { openBusiness, postSigned, problemsOf, untilProcessed } from './callback-cast';
import { nothingLeft } from './callbacks.group';

/** Attacks the callback port in the role of a provider whose members are not what they should be. */
export const callbackMembers: AttackGroup = {
  name: 'callback-members',
  about: 'signed callbacks of every shape of the provider, with each hostile value in each member',
  attacks: async (world) => {
    const shop = await openBusiness(world, 'shop');
    return callbackPaths.flatMap((path) => {
      const target = { world, path, shop, person: shop.tenant.number() };
      return [
        ...mutatedCallbacks(shop.facts).map(({ name, body }) => ({
          name,
          run: async () => problemsOf(await postSigned(target, body), [200, 400]),
        })),
        {
          name: 'no callback waits or was set aside',
          isLast: true as const,
          run: async () => {
            await untilProcessed(target);
            return nothingLeft(target);
          },
        },
      ];
    });
  },
};

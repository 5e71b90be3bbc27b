import type { FastifyInstance } from 'fastify';
import type { Ping } from '@chat/contracts/gateway';
import { readMethods } from '@chat/http-edge';
import { isAllowed } from '../../credentials/allowlist.rules';
import type { Admission } from '../../edge/admission';
import { readInput } from '../../edge/operation-input';
import type { ApiFormat } from './operation-routes';

/** `GET /ping` shows how the gateway sees a valid credential, so it works from any address and needs no scope. */
export function addPingRoute(
  app: FastifyInstance,
  url: string,
  admission: Admission,
  { unknownMembers, sendReply }: ApiFormat,
): void {
  app.route({
    method: readMethods,
    url,
    config: { operation: 'ping' },
    onRequest: (request, reply) => admission.admitFromAnywhere(request, reply),
    handler: (request, reply) => {
      readInput({}, request, { unknownMembers });
      const { address, text } = admission.addressOf(request);
      const { account, accountName, credential, allowlist } = request.principal!;
      const ping: Ping = {
        ip: text,
        allowlisted: isAllowed(address, allowlist),
        credential_type: credential.type === 'bearer' ? 'bearer' : 'api_key',
        account: { id: account.id, name: accountName },
      };
      return sendReply(reply, { status: 200, body: JSON.stringify(ping), pagination: null });
    },
  });
}

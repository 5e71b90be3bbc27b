import type { FastifyInstance } from 'fastify';
import type { Ping } from '@chat/contracts/gateway';
import { isAllowed } from '../../credentials/allowlist.rules';
import type { Admission } from '../../edge/admission';
import { readInput } from '../../edge/operation-input';
import { sendData } from './envelope';

/** `GET /ping` shows any valid credential how the gateway sees it, so it answers from any address and needs no scope. */
export function addPingRoute(app: FastifyInstance, admission: Admission): void {
  app.route({
    method: 'GET',
    url: '/ping',
    config: { operation: 'ping' },
    onRequest: (request, reply) => admission.admitFromAnywhere(request, reply),
    handler: (request, reply) => {
      readInput({}, request);
      const { address, text } = admission.addressOf(request);
      const { credential, allowlist } = request.principal!;
      const ping: Ping = {
        ip: text,
        allowlisted: isAllowed(address, allowlist),
        credential_type: credential.type === 'bearer' ? 'bearer' : 'api_key',
      };
      return sendData(reply, ping);
    },
  });
}

import './quiet-process';
import type { AddressInfo } from 'node:net';
import {
  createLogger,
  listenAt,
  makeValidator,
  processSettings,
  readSettings,
  runProcess,
  settings,
  type Environment,
  type HostedService,
} from '@chat/service-kit';
import { controlApi } from './control/control-api';
import { repairLibrary } from './engine/repairs';
import { PhoneNetwork } from './network/phone-network';

/** Whoever can reach it can act as any phone. */
const anythingButProduction = makeValidator((input: string) => {
  if (input === 'production')
    throw new Error('must not be production: the network of phones is for development and tests');
  return input;
});

const own = {
  ...processSettings,
  NODE_ENV: anythingButProduction({ default: 'development' }),
  /** Where its calls are; the network itself has ports of its own, which `GET /` names. */
  PHONE_NETWORK_PORT: settings.listenPort({ default: 3300 }),
};

/** A network of phones on loopback, whose people act by HTTP calls. It forgets everything when it ends. */
const phoneNetwork: HostedService = {
  name: 'phone-network',
  configure: (environment: Environment) => {
    const { LOG_LEVEL, PHONE_NETWORK_PORT: port } = readSettings(own, environment);
    return async () => {
      // The phones use the library, too.
      repairLibrary();
      const network = await PhoneNetwork.start();
      network.queries.wantsAllKeys = true;
      const app = controlApi(network);
      await listenAt('PHONE_NETWORK', { host: '127.0.0.1', port }, () =>
        app.listen({ host: '127.0.0.1', port }),
      );
      const address = app.server.address() as AddressInfo;
      createLogger('phone-network', LOG_LEVEL).info({ port: address.port }, 'the calls of its phones');
      return {
        checks: {},
        stop: async () => {
          await app.close();
          await network.stop();
        },
      };
    };
  },
};

void runProcess([phoneNetwork]);

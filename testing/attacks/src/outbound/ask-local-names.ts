/**
 * Loaded into the processes of the stack by `--require`: sends DNS lookups to the name server of the run. The product
 * is not aware of it.
 */
import * as dns from 'node:dns';

const server = process.env.ATTACKS_NAME_SERVER;

if (server !== undefined) {
  class LocalResolver extends dns.promises.Resolver {
    constructor(options?: dns.ResolverOptions) {
      super(options);
      this.setServers([server!]);
    }
  }
  Object.assign(dns.promises, { Resolver: LocalResolver });
}

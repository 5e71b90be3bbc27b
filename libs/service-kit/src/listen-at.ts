import { ConfigError } from './settings';

interface Address {
  host: string;
  port: number;
}

/**
 * Starts a server at the address given by the settings `<name>_HOST` and `<name>_PORT`.
 * @throws ConfigError that names the setting to change if the port is unavailable or the host is not an address of this
 * machine.
 */
export async function listenAt<T>(name: string, address: Address, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    throw problemOf(name, address, (error as NodeJS.ErrnoException).code) ?? error;
  }
}

function problemOf(name: string, { host, port }: Address, code: string | undefined): ConfigError | null {
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError({
        [`${name}_PORT`]: `port ${port} on ${host} is taken; change it, or stop the program that listens there`,
      });
    case 'EACCES':
      return new ConfigError({ [`${name}_PORT`]: `this user may not listen on port ${port}; take another` });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new ConfigError({ [`${name}_HOST`]: `${host} is no address of this machine` });
    default:
      return null;
  }
}

import { ConfigError } from './settings';

interface Address {
  host: string;
  port: number;
}

/**
 * Starts a server at the address that the settings `<name>_HOST` and `<name>_PORT` say.
 * @throws ConfigError that names the one to change when the port is not to be had, or the host is none of this machine.
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

/** The part of a request that says which host it is for. */
interface RequestHead {
  readonly httpVersion: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/** Whether a request names its host once, as RFC 9112 demands (3.2): of two, a proxy may have believed the other. */
export function namesOneHost({ httpVersion, rawHeaders }: RequestHead): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

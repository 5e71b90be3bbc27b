/** The part of a request that determines its host. */
interface RequestHead {
  readonly httpVersion: string;
  /** Names and values, alternating. */
  readonly rawHeaders: readonly string[];
}

/** Whether a request has exactly one Host (RFC 9112, 3.2): with two, a proxy may have used the other one. */
export function namesOneHost({ httpVersion, rawHeaders }: RequestHead): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

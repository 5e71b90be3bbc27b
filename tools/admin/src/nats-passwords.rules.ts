/**
 * Reads the passwords of NATS users, by variable, from lines `NATS_PASSWORD_<USER>=<value>`, in which a value may be in
 * quotes. Other lines are ignored, so that the file may contain other settings.
 * @throws Error if a password is empty, or contains what nats-server's configuration cannot express.
 */
export function readPasswords(text: string): Map<string, string> {
  const passwords = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(?:export\s+)?(NATS_PASSWORD_\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const password = value.replace(/^(['"])(.*)\1$/, '$2');
    if (!/^[\x20-\x7e]+$/.test(password)) throw new Error(`${name} must be printable ASCII, and not empty.`);
    passwords.set(name, password);
  }
  return passwords;
}

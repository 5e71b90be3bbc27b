import { BufferJSON, type AuthenticationCreds } from '@whiskeysockets/baileys';

/** Reads the credentials of a link from what the session keeps. */
export function readState(state: string): AuthenticationCreds {
  return JSON.parse(state, BufferJSON.reviver) as AuthenticationCreds;
}

export function writeState(creds: AuthenticationCreds): string {
  return JSON.stringify(creds, BufferJSON.replacer);
}

import { randomBytes } from 'node:crypto';
import {
  AwaitedAnswers,
  EngineClosedError,
  PairingRefusedError,
  type PairingCode,
  type SessionStore,
} from '@chat/device-sessions/engines';
import {
  configureSuccessfulPairing,
  type AuthenticationCreds,
  type BinaryNode,
  type WASocket,
} from '@whiskeysockets/baileys';
import { writeState } from './credentials';
import type { ListenerQueue } from './listener-queue';

export interface LinkingSettings {
  /** How long each code to scan is good. */
  codeMs: number;
  queryTimeoutMs: number;
}

/** How long the network accepts a code that is typed in. */
const PAIRING_CODE_MS = 180_000;
/** Which part of a code to scan is the secret. */
const SECRET = 3;

/** Links this device to a phone, over one connection. */
export class DeviceLinking {
  private readonly answers = new AwaitedAnswers<'granted' | 'refused'>();
  private shownCode: string | null = null;
  private hasPairingCode = false;
  private isLinked = false;

  constructor(
    private readonly creds: AuthenticationCreds,
    private readonly socket: WASocket,
    private readonly session: SessionStore,
    private readonly listener: ListenerQueue,
    private readonly settings: LinkingSettings,
  ) {}

  /** The library returns a code before the network has answered, and takes the number for its own from then on. */
  async requestCode(phone: string): Promise<PairingCode> {
    const answer = this.answers.wait('', this.settings.queryTimeoutMs);
    const code = await this.socket.requestPairingCode(phone).catch(() => null);
    const outcome = code === null ? null : await answer;
    if (code !== null && outcome === 'granted') {
      this.hasPairingCode = true;
      return { code, expiresAt: Date.now() + PAIRING_CODE_MS };
    }
    this.creds.me = undefined;
    this.creds.pairingCode = undefined;
    if (outcome === 'refused')
      throw new PairingRefusedError('The network does not link this number by a code.');
    throw new EngineClosedError('The connection ended.');
  }

  answer(outcome: 'granted' | 'refused'): void {
    this.answers.settle('', outcome);
  }

  /** Shows a code to scan with the secret that is valid now: the library knows only the first. */
  showCode(code: string): void {
    this.shownCode = code;
    const text = code
      .split(',')
      .map((part, at) => (at === SECRET ? this.creds.advSecretKey : part))
      .join(',');
    this.listener.enqueue({ type: 'qr', text, expiresAt: Date.now() + this.settings.codeMs });
  }

  /** Replaces the secret of the code that is shown. The one of a code that is typed in is derived from that code. */
  retireCode(): void {
    if (this.hasPairingCode) return;
    this.creds.advSecretKey = randomBytes(32).toString('base64');
    if (this.shownCode) this.showCode(this.shownCode);
  }

  /** Saves the link before the phone learns that the device has accepted it. */
  onLinked(stanza: BinaryNode, pass: () => void): void {
    const linked = this.accept(stanza);
    if (!linked) {
      // The library would end the connection.
      const attrs = { to: 's.whatsapp.net', type: 'error', id: stanza.attrs.id ?? '' };
      const error = { tag: 'error', attrs: { code: '401', text: 'not-authorized' } };
      this.socket.sendNode({ tag: 'iq', attrs, content: [error] }).catch(() => undefined);
      return;
    }
    void this.listener.inTurn(async () => {
      await this.session.saveState(writeState({ ...this.creds, ...linked }));
      pass();
    });
  }

  end(): void {
    this.answers.end();
  }

  /** @returns null when somebody scanned a code that is shown no more, or that another phone has claimed. */
  private accept(stanza: BinaryNode): Partial<AuthenticationCreds> | null {
    if (this.isLinked || this.creds.account) return null;
    try {
      const { creds } = configureSuccessfulPairing(stanza, this.creds);
      this.isLinked = true;
      return creds;
    } catch {
      return null;
    }
  }
}

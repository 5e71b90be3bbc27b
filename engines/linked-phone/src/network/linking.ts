import { randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChild,
  hkdf,
  hmacSign,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  type BinaryNode,
  type KeyPair,
} from '@whiskeysockets/baileys';
import type { Speaker } from './device-connection';
import type { Directory } from './directory';
import { bytesNode, bytesOf } from './key-bundle';
import { LinkedDevice, type Registration } from './linked-device';
import type { Phone } from './phone';
import type { Signer } from './signer';
import { errorTo, resultOf, seconds, SERVER } from './stanzas';

/** The connection of a device that is not linked yet. */
export interface VisitorLine {
  send(stanza: BinaryNode): void;
  /** Says why, and ends the connection. */
  end(stanza: BinaryNode): void;
}

/** What is under way with a device that is not linked yet. */
interface Visit {
  line: VisitorLine;
  registration: Registration;
  refs: string[];
  /** A code that was requested for a phone. */
  code: { phone: Phone; wrappedKey: Buffer; ref: string } | null;
  /** The phone's half of an exchange by code. */
  exchange: { ephemeral: KeyPair; companionKey: Buffer } | null;
  settle: Settle | null;
  /** The phones that have asked the device to be theirs, by the question. */
  invitations: Map<string, { device: LinkedDevice; settle: Settle | null }>;
}

interface Settle {
  link: () => void;
  fail: (error: Error) => void;
}

const SALT_BYTES = 32;
const CODE_IV_BYTES = 16;
const BUNDLE_IV_BYTES = 12;
const KEY_BYTES = 32;
const NOTHING = Buffer.alloc(0);

/** Links devices to phones: by a code that the phone scans, or by one that its owner types in. */
export class Linking {
  /** How many codes a device gets to show, one after another. */
  codes = 6;
  private readonly visits = new Set<Visit>();
  private lastId = 0;

  constructor(
    private readonly directory: Directory,
    private readonly signer: Signer,
  ) {}

  /** Lets a device show codes. */
  welcome(line: VisitorLine, registration: Registration): Speaker {
    const refs = Array.from({ length: this.codes }, () => `2@${randomBytes(24).toString('base64url')}`);
    const visit = {
      line,
      registration,
      refs,
      code: null,
      exchange: null,
      settle: null,
      invitations: new Map(),
    };
    this.visits.add(visit);
    const content = refs.map((ref) => bytesNode('ref', Buffer.from(ref)));
    line.send(this.request({ tag: 'pair-device', attrs: {}, content }));
    return { take: (stanza) => this.take(visit, stanza), leave: () => this.leave(visit) };
  }

  /** Returns the references of the devices that show codes now. */
  shown(): readonly string[] {
    return [...this.visits].flatMap(({ refs }) => refs[0] ?? []);
  }

  /** Scans what a device shows. @throws Error if the code is of nobody, or the device refuses. */
  async scan(phone: Phone, text: string): Promise<void> {
    const [ref = '', noiseKey, identity, secret = ''] = text.slice(text.indexOf('#') + 1).split(',');
    const visit = [...this.visits].find(({ refs }) => refs.includes(ref));
    const { registration } = visit ?? {};
    if (!visit || noiseKey !== base64(registration!.noiseKey) || identity !== base64(registration!.identity))
      throw new Error('No device shows this code.');
    await this.link(phone, visit, Buffer.from(secret, 'base64'));
  }

  /** Types in the code that a device shows for this phone. @throws Error if it is wrong. */
  async enterCode(phone: Phone, code: string): Promise<void> {
    const visit = [...this.visits].find((each) => each.code?.phone === phone);
    if (!visit?.code) throw new Error('No device asks for a code of this phone.');
    const { wrappedKey, ref } = visit.code;
    const key = await derivePairingCodeKey(code, wrappedKey.subarray(0, SALT_BYTES));
    const iv = wrappedKey.subarray(SALT_BYTES, SALT_BYTES + CODE_IV_BYTES);
    const companionKey = aesDecryptCTR(wrappedKey.subarray(SALT_BYTES + CODE_IV_BYTES), key, iv);
    const ephemeral = Curve.generateKeyPair();
    visit.exchange = { ephemeral, companionKey };

    const salt = randomBytes(SALT_BYTES);
    const ownIv = randomBytes(CODE_IV_BYTES);
    const wrapped = aesEncryptCTR(ephemeral.public, await derivePairingCodeKey(code, salt), ownIv);
    const isLinked = this.settled(visit);
    visit.line.send(
      this.notification('link_code_companion_reg', {
        tag: 'link_code_companion_reg',
        attrs: { stage: 'primary_hello' },
        content: [
          bytesNode('link_code_pairing_wrapped_primary_ephemeral_pub', Buffer.concat([salt, ownIv, wrapped])),
          bytesNode('primary_identity_pub', phone.primary.identity.public),
          bytesNode('link_code_pairing_ref', Buffer.from(ref)),
        ],
      }),
    );
    await isLinked;
  }

  /** Retires the secrets of all codes that are shown now. */
  retireCodes(): void {
    this.tellAll(this.notification('companion_reg_refresh', { tag: 'pair-device-rotate-qr', attrs: {} }));
  }

  /** Tells something to all devices that are not linked yet. */
  tellAll(stanza: BinaryNode): void {
    for (const { line } of this.visits) line.send(stanza);
  }

  private async take(visit: Visit, stanza: BinaryNode): Promise<void> {
    if (stanza.tag !== 'iq') return;
    const registration = getBinaryNodeChild(stanza, 'link_code_companion_reg');
    if (registration?.attrs.stage === 'companion_hello') return this.hello(visit, stanza, registration);
    if (registration?.attrs.stage === 'companion_finish') return this.finish(visit, stanza, registration);
    const invitation = visit.invitations.get(stanza.attrs.id ?? '');
    if (getBinaryNodeChild(stanza, 'pair-device-sign')) return this.complete(visit, invitation);
    if (stanza.attrs.type === 'error')
      (invitation?.settle ?? visit.settle)?.fail(new Error('The device refused the link.'));
    if (stanza.attrs.type === 'get' || stanza.attrs.type === 'set') visit.line.send(resultOf(stanza));
  }

  private leave(visit: Visit): void {
    const asked = [visit.settle, ...[...visit.invitations.values()].map(({ settle }) => settle)];
    asked.forEach((settle) => settle?.fail(new Error('The device has hung up.')));
    this.visits.delete(visit);
  }

  private hello(visit: Visit, stanza: BinaryNode, registration: BinaryNode): void {
    const digits = (registration.attrs.jid ?? '').split('@')[0]!;
    if (this.directory.isAbsent(digits)) return visit.line.send(errorTo(stanza, 400, 'bad-request'));
    const wrappedKey = bytesOf(registration, 'link_code_pairing_wrapped_companion_ephemeral_pub');
    const ref = randomBytes(12).toString('hex');
    visit.code = { phone: this.directory.phone(digits), wrappedKey: Buffer.from(wrappedKey), ref };
    const content = [bytesNode('link_code_pairing_ref', Buffer.from(ref))];
    visit.line.send(
      resultOf(stanza, [{ tag: 'link_code_companion_reg', attrs: { stage: 'companion_hello' }, content }]),
    );
  }

  /** Reads what the device proves that it knows the code with. */
  private async finish(visit: Visit, stanza: BinaryNode, registration: BinaryNode): Promise<void> {
    const { code, exchange } = visit;
    if (!code || !exchange) return visit.line.send(errorTo(stanza, 400, 'bad-request'));
    const { identity } = code.phone.primary;
    const sealed = Buffer.from(bytesOf(registration, 'link_code_pairing_wrapped_key_bundle'));
    const shared = Curve.sharedKey(exchange.ephemeral.private, exchange.companionKey);
    const info = 'link_code_pairing_key_bundle_encryption_key';
    const key = hkdf(shared, KEY_BYTES, { salt: sealed.subarray(0, SALT_BYTES), info });
    const iv = sealed.subarray(SALT_BYTES, SALT_BYTES + BUNDLE_IV_BYTES);
    let bundle: Buffer;
    try {
      bundle = aesDecryptGCM(sealed.subarray(SALT_BYTES + BUNDLE_IV_BYTES), key, iv, NOTHING);
    } catch {
      visit.settle?.fail(new Error('The code is wrong.'));
      return visit.line.send(errorTo(stanza, 400, 'bad-request'));
    }
    visit.line.send(resultOf(stanza));
    const random = bundle.subarray(2 * KEY_BYTES);
    const identityShared = Curve.sharedKey(identity.private, bundle.subarray(0, KEY_BYTES));
    const secret = hkdf(Buffer.concat([shared, identityShared, random]), KEY_BYTES, { info: 'adv_secret' });
    await this.link(code.phone, visit, Buffer.from(secret));
  }

  /** Signs the device as one of the phone's, and resolves when it has accepted. */
  private async link(phone: Phone, visit: Visit, secret: Buffer): Promise<void> {
    if (phone.demandsPasskey) {
      visit.line.send(
        this.notification('passkey_prologue_request', { tag: 'passkey_prologue_request', attrs: {} }),
      );
      visit.settle?.fail(new Error('The phone demands a passkey.'));
      throw new Error('The phone demands a passkey.');
    }
    // Whoever types a code in waits already.
    const isLinked = visit.exchange ? null : this.settled(visit);
    await Promise.all([this.invite(phone, visit, secret, visit.settle), isLinked]);
  }

  /** Tells the device that it may be one of the phone's. */
  private async invite(phone: Phone, visit: Visit, secret: Buffer, settle: Settle | null): Promise<void> {
    const device = new LinkedDevice(phone, phone.nextDeviceNumber(), visit.registration);
    const { identity } = phone.primary;
    const details = proto.ADVDeviceIdentity.encode({
      rawId: 1,
      timestamp: Math.floor(Date.now() / 1000),
      keyIndex: device.number,
    }).finish();
    const signed = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, visit.registration.identity]);
    const account = proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: identity.public,
      accountSignature: await this.signer.sign(identity.private, signed),
    }).finish();
    const proof = proto.ADVSignedDeviceIdentityHMAC.encode({
      details: account,
      hmac: hmacSign(account, secret),
    }).finish();
    const question = this.request({
      tag: 'pair-success',
      attrs: {},
      content: [
        bytesNode('device-identity', proof),
        { tag: 'platform', attrs: { name: 'android' } },
        { tag: 'device', attrs: { jid: device.jid, lid: device.lid } },
      ],
    });
    visit.invitations.set(question.attrs.id!, { device, settle });
    visit.line.send(question);
  }

  /** From now on, the phone knows the device. */
  private complete(
    visit: Visit,
    invitation: { device: LinkedDevice; settle: Settle | null } | undefined,
  ): void {
    if (!invitation) return;
    const { device, settle } = invitation;
    const { line } = visit;
    device.owner.devices.set(device.number, device);
    settle?.link();
    this.visits.delete(visit);
    line.end({ tag: 'stream:error', attrs: { code: '515' } });
  }

  private settled(visit: Visit): Promise<void> {
    return new Promise<void>((link, fail) => {
      visit.settle = { link, fail };
    });
  }

  private request(content: BinaryNode): BinaryNode {
    return { tag: 'iq', attrs: { from: SERVER, type: 'set', id: this.nextId() }, content: [content] };
  }

  private notification(type: string, child: BinaryNode): BinaryNode {
    const attrs = { from: SERVER, type, id: this.nextId(), t: seconds() };
    return { tag: 'notification', attrs, content: [child] };
  }

  private nextId(): string {
    this.lastId += 1;
    return `link-${this.lastId}`;
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

import type { FastifyInstance } from 'fastify';
import { parse } from '@chat/contracts';
import type { DeviceNetwork } from '../network/device-network';
import type { PhoneChanges } from '../network/phones.repository';
import { Refusal } from '../refusal';
import type { ControlledParts } from './control-api';
import { DisconnectPhone, LinkPhone, PhonePath, PutLine, PutPhone } from './control.dto';
import { FURTHER_NOTICE, toPhone } from './control.mapper';
import { readQr } from './read-qr';
import { readPhoneCall, readTime } from './read-request';

/** The phones, their owners, and their linked devices. */
export function phoneControl(app: FastifyInstance, { phones, network, cloud }: ControlledParts): void {
  app.get('/phones', async () => ({ phones: (await phones.list()).map(toPhone) }));

  app.put('/phones/:digits', async (request) => {
    const { digits, body } = readPhoneCall(PutPhone, request);
    const changes = toChanges(body);
    if (body.registered_as !== undefined) await phones.spell(digits, body.registered_as);
    const phone = await phones.put(digits, changes);
    if (body.marketing !== undefined) await cloud.changePreference(digits, body.marketing);
    if (body.restricted_until !== undefined) await network.tellRestriction(phone.digits);
    return { phone: toPhone(phone) };
  });

  app.post('/phones/:digits/link', async (request) => {
    const { digits, body } = readPhoneCall(LinkPhone, request);
    if (!(await link(network, phones.addressOf(digits), body))) {
      throw new Refusal(409, 'Nobody waits with this code now. Ask the API for a new one.');
    }
    return { phone: toPhone(await phones.mention(digits)) };
  });

  app.post('/phones/:digits/unlink', async (request) => {
    const { digits } = parse(PhonePath, request.params, 'refused');
    return { unlinked: await network.unlink(phones.addressOf(digits)) };
  });

  app.post('/phones/:digits/disconnect', async (request) => {
    const { digits, body } = readPhoneCall(DisconnectPhone, request);
    return { disconnected: await network.disconnect(phones.addressOf(digits), body.code) };
  });

  app.post('/phones/:digits/line', async (request) => {
    const { digits, body } = readPhoneCall(PutLine, request);
    const { down_ms: downMs, silent_ms: silentMs } = body;
    if ((downMs === undefined) === (silentMs === undefined)) {
      throw new Refusal(422, 'Send either down_ms or silent_ms.');
    }
    const address = phones.addressOf(digits);
    const connections =
      downMs === undefined
        ? await network.silenceLine(address, silentMs!)
        : await network.breakLine(address, downMs);
    return { connections };
  });

  app.post('/codes/retire', () => ({ retired: network.retireCodes() }));
}

function toChanges({ restricted_until: until, registered_as: _, ...changes }: PutPhone): PhoneChanges {
  return until === undefined ? changes : { ...changes, restricted_until_ms: toUntil(until) };
}

function toUntil(until: string | null): number | null {
  if (until === null) return null;
  return until === FURTHER_NOTICE ? Infinity : readTime(until, 'restricted_until').getTime();
}

function link(network: DeviceNetwork, digits: string, { qr, pairing_code }: LinkPhone): Promise<boolean> {
  if (qr !== undefined && pairing_code === undefined) return network.linkByRef(digits, readQr(qr));
  if (pairing_code !== undefined && qr === undefined) {
    return network.linkByCode(digits, pairing_code.replaceAll('-', '').toUpperCase());
  }
  throw new Refusal(422, 'Send either qr or pairing_code.');
}

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { proto } from '@whiskeysockets/baileys';
import { until } from '@chat/test-kit';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { SessionsProcess } from '../testing/sessions-process';

/** `LINKED_PHONE_FIGURES=full npx jest -i engines/linked-phone/src/engine/figures` measures, and takes minutes. */
const isFull = process.env.LINKED_PHONE_FIGURES === 'full';
const MB = 1_000_000;
const MIB = 2 ** 20;
const LINKING = isFull ? 25 : 3;
const HISTORY = isFull ? 50_000 : 1_000;
const IDLE = isFull ? 100 : 10;
const RECONNECTS = isFull ? 1_000 : 30;
const DOCUMENT = isFull ? 100 * MIB : 10 * MIB;
/** For half a minute, the library holds on to a connection that has ended: until the time of an upload of keys would be up. */
const SETTLE_MS = isFull ? 35_000 : 0;
/** Nobody scans a code in the same moment as others. */
const SCAN_MS = 100;
const SENDS = isFull ? 300 : 20;

jest.setTimeout(isFull ? 1_200_000 : 120_000);

/** What a process with many linked phones needs. Only the full form is judged: in the small one, all of it still works. */
describe('many linked phones', () => {
  let network: PhoneNetwork;
  let people = 0;
  const processes: SessionsProcess[] = [];

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    // Linking costs what it costs with the real network.
    network.queries.wantsAllKeys = true;
  });

  afterEach(() => processes.splice(0).forEach((process) => process.stop()));

  afterAll(() => network.stop());

  const newPhone = () => network.phone(`491510000${1_000 + (people += 1)}`);
  const newPhones = (count: number) => Array.from({ length: count }, newPhone);
  const start = async (environment: Record<string, string> = {}) => {
    const started = await SessionsProcess.start(network, environment);
    processes.push(started);
    return started;
  };
  const report = (text: string) => process.stdout.write(`${text}\n`);

  it('link at the same time, each with a long history, in 600 MB', async () => {
    const sessions = await start();
    const { INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType;
    const linkOne = async (phone: Phone) => {
      await sessions.link(phone);
      await network.post.offerHistory(phone, HISTORY, INITIAL_BOOTSTRAP);
      const isAcknowledged = () => [...phone.devices.values()].every(({ unconfirmed }) => unconfirmed === 0);
      await until(isAcknowledged, { describe: 'the history to be acknowledged', timeoutMs: 120_000 });
    };
    await Promise.all(newPhones(LINKING).map(linkOne));
    const { peak } = await sessions.memory();
    report(`${LINKING} phones linked at once, ${HISTORY} old messages each: ${Math.round(peak / MB)} MB`);
    expect(network.media.requests).toEqual([]);
    if (isFull) expect(peak).toBeLessThan(600 * MB);
  });

  it('send documents without a file, and without holding them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linked-phone-'));
    try {
      const sessions = await start({ TMPDIR: folder });
      const [phone, customer] = [newPhone(), newPhone()];
      await sessions.link(phone);
      await sessions.passDocument(phone, customer, MIB);
      let largest = 0;
      const watch = setInterval(() => {
        const sizes = readdirSync(folder).map(
          (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
        );
        largest = Math.max(largest, ...sizes, 0);
      }, 5);
      const growth = await sessions.passDocument(phone, customer, DOCUMENT);
      clearInterval(watch);
      report(
        `A document of ${DOCUMENT / MIB} MiB, sent and fetched: ${Math.round(growth / MB)} MB of growth, ${largest} bytes in files`,
      );
      expect(largest).toBe(0);
      if (isFull) expect(growth).toBeLessThan(64 * MB);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('cost little while they are idle, and no more after many reconnects', async () => {
    const sessions = await start();
    const phones = newPhones(IDLE + 1);
    const [first, ...others] = phones;
    await sessions.link(first!);
    const one = await sessions.memory();
    for (const phone of others) await sessions.link(phone);
    const all = await sessions.memory();
    const each = (all.heap - one.heap) / IDLE;
    const reconnect = async (rounds: number, from: number) => {
      for (let round = from; round < from + rounds; round += 1) {
        phones.slice(0, IDLE).forEach((phone) => network.end(phone, 'broken'));
        for (const phone of phones.slice(0, IDLE)) await sessions.untilOpened(phone, round + 2);
      }
    };
    const rounds = Math.ceil(RECONNECTS / IDLE);
    const half = Math.ceil(rounds / 2);
    await reconnect(half, 0);
    await delay(SETTLE_MS);
    const before = await sessions.memory();
    await reconnect(rounds, half);
    await delay(SETTLE_MS);
    const after = await sessions.memory();
    const growth = (after.heap - before.heap) / IDLE;
    report(
      `${IDLE} idle sessions: ${(each / MB).toFixed(2)} MB of heap each; ` +
        `${rounds * IDLE} reconnects: ${(growth / MB).toFixed(3)} MB more each`,
    );
    if (isFull) {
      expect(each).toBeLessThan(0.6 * MB);
      expect(growth).toBeLessThan(0.05 * MB);
    }
  });

  it('link without holding up one that is at work', async () => {
    const sessions = await start();
    const [live, customer] = [newPhone(), newPhone()];
    // Making a phone keeps the process of the network busy, which is none of ours.
    const phones = newPhones(LINKING);
    await sessions.link(live);
    let sent = 0;
    const sendMany = async (isOver: () => boolean) => {
      const times: number[] = [];
      while (!isOver()) {
        times.push(await sessions.send(live, `L${(sent += 1)}`, customer));
        await delay(10);
      }
      return times;
    };
    const p99 = (times: number[]) =>
      times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)]!;
    const sendAlone = (count: number) => {
      const enough = sent + count;
      return sendMany(() => sent >= enough);
    };
    await sendAlone(10);
    const before = await sendAlone(SENDS / 2);
    let areLinked = false;
    const linking = Promise.all(phones.map((phone, at) => sessions.link(phone, at * SCAN_MS))).then(
      () => (areLinked = true),
    );
    const beside = await sendMany(() => areLinked);
    await linking;
    // The machine may do other things meanwhile.
    const alone = [...before, ...(await sendAlone(SENDS / 2))];
    report(
      `Sends alone: ${p99(alone).toFixed(0)} ms (p99 of ${alone.length}), while ${LINKING} phones link: ` +
        `${p99(beside).toFixed(0)} ms (p99 of ${beside.length}), on a machine with a load of ${loadavg()[0]!.toFixed(1)}`,
    );
    if (isFull) expect(p99(beside) - p99(alone)).toBeLessThan(300);
  });
});

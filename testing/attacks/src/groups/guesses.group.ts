import { Browser } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import type { World } from '../world/world';

const PASSWORD = 'correct horse battery';
const GUESSES_PER_ADDRESS = 9;
/** Wrong passwords for one person until guesses are slow, and those that each address has from then on. */
const UNTIL_SLOW = 20;
const WHILE_SLOW = 2;
const HONEST_PEOPLE = 10;

/** One person's password is guessed from many addresses, while that person and others sign in. */
export const guesses: AttackGroup = {
  name: 'guesses',
  about:
    "one person's password guessed from many addresses, against their own right sign-in and that of others",
  attacks: async (world) => {
    const tenant = await world.openTenant('guessed');
    const people: string[] = [];
    for (let index = 0; index <= HONEST_PEOPLE; index += 1) {
      const email = `guessed-${index}-${tenant.mark}@example.com`;
      await world.stack.admin.createUser(tenant.accountId, email, PASSWORD);
      people.push(email);
    }
    const [victim, ...honest] = people as [string, ...string[]];
    const nobody = `nobody-${tenant.mark}@example.com`;
    // To check passwords takes long, by design.
    return [
      guessesOfAPerson(world, victim, honest),
      ...(world.quick ? [] : [guessesOfNobody(world, nobody)]),
    ];
  },
};

/** The person signs in from an address of their own before, meanwhile and afterwards; others sign in meanwhile. */
function guessesOfAPerson(world: World, victim: string, honest: readonly string[]): Attack {
  return {
    name: 'guesses of a person',
    run: async () => {
      const addresses = addressesOf('198.51.100', world.quick ? 8 : 60);
      const own = addressesOf('203.0.113', honest.length + 3);
      const problems: string[] = [];
      const signsIn = async (email: string, when: string) => {
        const status = await signIn(world, own.pop()!, email, PASSWORD);
        if (status !== 303) problems.push(`A right password was answered ${status} ${when}.`);
      };
      await signsIn(victim, 'before');
      const [statuses] = await Promise.all([
        guessFromAll(world, addresses, victim),
        ...[...honest, victim].map((email) => signsIn(email, 'meanwhile')),
      ]);
      await signsIn(victim, 'afterwards');
      return [...problems, ...tooManyLookedAt(statuses, addresses.length)];
    },
  };
}

/** Nothing in the answers tells that the person does not exist. */
function guessesOfNobody(world: World, email: string): Attack {
  return {
    name: 'guesses of a person who does not exist',
    run: async () => {
      const addresses = addressesOf('192.0.2', 12);
      return tooManyLookedAt(await guessFromAll(world, addresses, email), addresses.length);
    },
  };
}

function addressesOf(network: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${network}.${index + 1}`);
}

/** Each address guesses one password after another, all addresses at once. */
async function guessFromAll(world: World, addresses: readonly string[], email: string): Promise<number[]> {
  const guessFrom = async (address: string) => {
    const statuses: number[] = [];
    for (let index = 0; index < GUESSES_PER_ADDRESS; index += 1) {
      statuses.push(await signIn(world, address, email, `wrong password ${index}`));
    }
    return statuses;
  };
  return (await Promise.all(addresses.map(guessFrom))).flat();
}

function tooManyLookedAt(statuses: readonly number[], addresses: number): string[] {
  const most = UNTIL_SLOW + WHILE_SLOW * addresses;
  const lookedAt = statuses.filter((status) => status === 401).length;
  const others = statuses.filter((status) => ![401, 429].includes(status));
  return [
    ...(lookedAt <= most
      ? []
      : [`${lookedAt} of ${statuses.length} guesses were looked at, at most ${most} may.`]),
    ...(others.length === 0 ? [] : [`Guesses were answered ${[...new Set(others)].join(', ')}.`]),
  ];
}

/** Signs in with a new browser, through a gateway that believes the addresses of one proxy. @returns the status. */
async function signIn({ stack }: World, address: string, email: string, password: string): Promise<number> {
  const browser = new Browser(stack.gatewayUrls[1]!, { 'x-forwarded-for': address });
  return (await browser.signIn(email, password)).status;
}

import TestSequencer from '@jest/test-sequencer';

/** The journeys that take longest, by their files: a fresh clone does not know how long they took the last time. */
const LONGEST = ['standalone', 'services', 'start', 'kills', 'cloud', 'linked-phones'];

/** Journeys take longest, so they come first: else the last of them would run alone at the end. */
export default class JourneysFirst extends TestSequencer {
  sort(tests) {
    const isJourney = ({ context }) => context.config.displayName?.name === 'e2e';
    const inJestsOrder = super.sort(tests);
    const journeys = inJestsOrder.filter(isJourney).sort((one, other) => rankOf(one) - rankOf(other));
    return [...journeys, ...inJestsOrder.filter((test) => !isJourney(test))];
  }
}

function rankOf({ path }) {
  const index = LONGEST.findIndex((name) => path.endsWith(`/${name}.e2e-spec.ts`));
  return index < 0 ? LONGEST.length : index;
}

import TestSequencer from '@jest/test-sequencer';

/** Journeys take longest, so they come first: else the last of them would run alone at the end. */
export default class JourneysFirst extends TestSequencer {
  sort(tests) {
    const isJourney = ({ context }) => context.config.displayName?.name === 'e2e';
    const inJestsOrder = super.sort(tests);
    return [...inJestsOrder.filter(isJourney), ...inJestsOrder.filter((test) => !isJourney(test))];
  }
}

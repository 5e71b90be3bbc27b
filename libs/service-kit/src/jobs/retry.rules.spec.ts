import { isHopeless, pauseAfterFailure } from './retry.rules';

const NOW = Date.UTC(2026, 0, 31);
const PAST = new Date(NOW - 1);
const FUTURE = new Date(NOW + 1);

describe('the pause after a failure', () => {
  it.each([
    ['is a second at first', { attempts: 1, deadline: FUTURE }, 0.5, 1_000],
    ['doubles', { attempts: 4, deadline: FUTURE }, 0.5, 8_000],
    ['is five minutes at most', { attempts: 30, deadline: FUTURE }, 0.5, 300_000],
    ['is at least four fifths of that', { attempts: 1, deadline: FUTURE }, 0, 800],
    ['is at most six fifths of it', { attempts: 1, deadline: FUTURE }, 1, 1_200],
    ['comes without end where there is no deadline', { attempts: 1_000, deadline: null }, 0.5, 300_000],
    ['comes after the deadline for a job that was overdue at its first try', { attempts: 2, deadline: PAST }, 0.5, 2_000], // prettier-ignore
    ['does not come after the deadline and three tries', { attempts: 3, deadline: PAST }, 0.5, null],
    ['does not come at the deadline', { attempts: 3, deadline: new Date(NOW) }, 0.5, null],
  ])('%s', (_, tries, random, pause) => expect(pauseAfterFailure(tries, NOW, random)).toBe(pause));
});

describe('a job whose attempts end without a recorded failure', () => {
  it.each([
    ['is begun again before its deadline', { attempts: 50, deadline: FUTURE }, false],
    ['is begun three times after it', { attempts: 3, deadline: PAST }, false],
    ['is not begun a fourth time', { attempts: 4, deadline: PAST }, true],
    ['is begun without end where there is no deadline', { attempts: 50, deadline: null }, false],
  ])('%s', (_, tries, hopeless) => expect(isHopeless(tries, NOW)).toBe(hopeless));
});

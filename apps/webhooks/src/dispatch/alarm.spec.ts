import { Alarm } from './alarm';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('an alarm', () => {
  it('fires once, at the earliest time it was set to', () => {
    const ring = jest.fn();
    const alarm = new Alarm(ring);
    for (const ms of [50, 20, 30]) alarm.setIn(ms);
    jest.advanceTimersByTime(19);
    expect(ring).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_000);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('can be set again after it has fired', () => {
    const ring = jest.fn();
    const alarm = new Alarm(ring);
    alarm.setIn(10);
    jest.advanceTimersByTime(10);
    alarm.setIn(40);
    jest.advanceTimersByTime(40);
    expect(ring).toHaveBeenCalledTimes(2);
  });

  it('does not fire after it is stopped', () => {
    const ring = jest.fn();
    const alarm = new Alarm(ring);
    alarm.setIn(10);
    alarm.stop();
    jest.advanceTimersByTime(1_000);
    expect(ring).not.toHaveBeenCalled();
  });
});

import { formatNatsVersion, hasPublishedFixes, isNatsUsable, parseNatsVersion } from './nats-version.rules';

describe('a version of nats-server', () => {
  it.each([
    ['nats-server: v2.8.4', false, false],
    ['nats-server: v2.9.10', true, false],
    ['nats-server: v2.11.16', true, false],
    ['nats-server: v2.12.11', true, false],
    ['nats-server: v2.12.12', true, true],
    ['nats-server: v2.14.2', true, false],
    ['nats-server: v2.14.3', true, true],
    ['nats-server: v2.15.0-RC.1', true, true],
    ['nats-server: v3.0.0', true, true],
  ])('%s: usable %s, with the published fixes %s', (printed, usable, fixed) => {
    const version = parseNatsVersion(printed)!;

    expect([isNatsUsable(version), hasPublishedFixes(version)]).toEqual([usable, fixed]);
    expect(printed).toContain(formatNatsVersion(version));
  });

  it('is not found in the output of another program', () => {
    expect(parseNatsVersion('sleep (GNU coreutils) 9.1')).toBeNull();
  });
});

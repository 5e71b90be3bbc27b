import type { Addresses } from './local-names';

/** The only address of this machine that the product may call; it represents the public internet. */
export const REACHABLE = '127.9.9.9';
export const REACHABLE_RANGE = '127.9.9.0/24';

/** Names with their addresses. None may be called, except those that resolve only to the reachable address. */
export const hostileNames: Readonly<Record<string, Addresses>> = {
  'loopback.attack.test': () => ['127.0.0.1'],
  'loopback6.attack.test': () => ['::1'],
  'unspecified.attack.test': () => ['0.0.0.0', '::'],
  'mapped.attack.test': () => ['::ffff:127.0.0.1'],
  'compatible.attack.test': () => ['::127.0.0.1'],
  'translated.attack.test': () => ['64:ff9b::7f00:1', '2002:7f00:1::'],
  'private.attack.test': () => ['10.0.0.1', '192.168.0.1', 'fd00::1'],
  'metadata.attack.test': () => ['169.254.169.254', 'fd00:ec2::254'],
  'mixed.attack.test': () => [REACHABLE, '127.0.0.1'],
  'mixed-first.attack.test': () => ['127.0.0.1', REACHABLE],
  'mixed6.attack.test': () => [REACHABLE, '::1'],
  'rebinding.attack.test': (asked) => (asked === 0 ? [REACHABLE] : ['127.0.0.1']),
  'rebinding6.attack.test': (asked) => (asked === 0 ? [REACHABLE] : ['::1']),
};

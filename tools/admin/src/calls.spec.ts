import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@chat/contracts';
import { adminCalls } from '@chat/contracts/bus-use';
import * as gateway from '@chat/contracts/gateway';
import * as messaging from '@chat/contracts/messaging';
import * as webhooks from '@chat/contracts/webhooks';

const declared: Readonly<Record<string, unknown>> = { ...gateway, ...messaging, ...webhooks };
const text = readdirSync(__dirname)
  .filter((file) => file.endsWith('.ts') && !file.includes('spec'))
  .map((file) => readFileSync(join(__dirname, file), 'utf8'))
  .join('\n');
const called = [...new Set([...text.matchAll(/askStack\(\s*(\w+),/g)].map(([, name]) => name!))];

describe('the admin tool', () => {
  it.each(called)('may call %s, as the user of NATS that it has', (name) => {
    const { subject } = declared[name] as Operation;
    expect(adminCalls.map((operation) => operation.subject)).toContain(subject);
  });

  it('calls many operations', () => {
    expect(called.length).toBeGreaterThan(15);
  });
});

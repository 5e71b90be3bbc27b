const { join, sep } = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { default: NodeEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

const ENGINES = join(__dirname, 'engines') + sep;

/**
 * Runs test files in the realm of their worker, one after the other. In a context of its own, as Jest has it, V8 would ask
 * Jest for every global that a file mentions, and no package could be loaded once for all files (`jest.runtime.cjs`). What a
 * file changes in the realm is taken back after it. An engine changes classes of its library, so its files stay apart.
 */
module.exports = class SharedRealm extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    this.isShared = !context.testPath.startsWith(ENGINES);
    if (!this.isShared) return;
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
    this.takeBack = remember();
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    this.takeBack?.();
  }
};

/** @returns what restores everything that one file can leave to the next. */
function remember() {
  const { console } = globalThis;
  const { env, exit } = process;
  const variables = { ...env };
  const listeners = new Map(process.eventNames().map((event) => [event, process.listeners(event)]));
  return () => {
    globalThis.console = console;
    process.exit = exit;
    process.env = env;
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
    for (const event of process.eventNames())
      for (const listener of process.listeners(event))
        if (!listeners.get(event)?.includes(listener)) process.removeListener(event, listener);
    for (const key of Reflect.ownKeys(globalThis)) if (isJests(key)) delete globalThis[key];
    delete globalThis.typeormMetadataArgsStorage;
  };
}

/** Jest keeps the state of a file, and what it set, under symbols with names in capitals. */
const isJests = (key) => typeof key === 'symbol' && /^[A-Z_]+$/.test(key.description ?? '');

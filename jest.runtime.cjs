const { sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** The modules that this worker has compiled, by file. */
const compiled = new Map();

function scriptOf(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const head = `(function (${parameters.join(', ')}) {`;
  // The offset keeps the columns of the first line as source maps have them.
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return script;
}

/** What Jest itself provides to test files. */
const JESTS = /^(@jest\/|expect$)/;

/**
 * Jest evaluates all modules anew for every test file, and would also compile them anew. V8 can run one compiled script in
 * any context, which takes a fifth off the CPU of a run. Where test files share a realm, packages are also evaluated only
 * once, by Node itself; our own modules still are for every file.
 */
module.exports.default = class CompilingOnce extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const { environment } = executor;
      const context = environment.getVmContext();
      // Jest explains what does not compile, and what is loaded after the end of its test file.
      if (context === null) return compile(source, filename);
      try {
        const script = scriptOf(source, filename, executor.injectedModuleParameters);
        return environment.isShared ? script.runInThisContext() : script.runInContext(context);
      } catch {
        return compile(source, filename);
      }
    };
  }

  requireModule(from, moduleName, options, isRequireActual) {
    const file = options?.isInternalModule ? undefined : this.packageFile(from, moduleName);
    return file === undefined
      ? super.requireModule(from, moduleName, options, isRequireActual)
      : require(file);
  }

  /** The file of a package that Node is to load; undefined for our own modules. */
  packageFile(from, moduleName) {
    if (!this._environment.isShared || !moduleName || JESTS.test(moduleName)) return undefined;
    if (this._resolution.isCoreModule(moduleName)) return undefined;
    const file = this._resolution.resolveCjs(from, moduleName);
    return file.includes(`${sep}node_modules${sep}`) ? file : undefined;
  }
};
module.exports.__esModule = true;

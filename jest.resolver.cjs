const SOURCES = ['@chat/source', 'require', 'node', 'default'];

/** For `--changed`, Jest asks who imports a file without the conditions of the environment, and would find our packages' builds. */
module.exports = (path, options) =>
  options.defaultResolver(path, { ...options, conditions: options.conditions ?? SOURCES });

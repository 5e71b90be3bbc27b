const { availableParallelism } = require('node:os');
const { default: TestRunner } = require('jest-runner');

/**
 * Runs journeys, each of which keeps a dozen processes busy. More at once than there are processors would only wait for each
 * other, until requests and connections time out.
 */
module.exports = class JourneysRunner extends TestRunner {
  constructor(globalConfig, context) {
    super(
      { ...globalConfig, maxWorkers: Math.min(globalConfig.maxWorkers, availableParallelism()) },
      context,
    );
  }
};

const Runtime = require('./kept-scripts');

const kept = new Map();
let current;

/**
 * Keeps the evaluated modules of node_modules from one test file to the next of a worker, as `kept-environment` keeps their globals.
 * Our own modules are evaluated for each test file, as by Jest. Only for projects that mock no module.
 */
module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    current = this;
    for (const [path, module] of kept) this.registries.moduleRegistry.set(path, module);
  }

  /** A kept module that requires another one while it runs would ask the runtime that evaluated it, which has ended. */
  requireModuleOrMock(from, name) {
    return current === this ? super.requireModuleOrMock(from, name) : current.requireModuleOrMock(from, name);
  }

  teardown() {
    for (const [path, module] of this.registries.moduleRegistry) if (path.includes('/node_modules/')) kept.set(path, module);
    super.teardown();
  }
};

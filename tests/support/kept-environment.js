const { TestEnvironment } = require('jest-environment-node');

let kept;

/** One environment for all test files of a worker, so that `kept-modules` still fit its globals, as with `instanceof Error`. */
module.exports = function createEnvironment(...given) {
  kept ??= new KeptEnvironment(...given);
  return kept;
};

class KeptEnvironment extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.symbols = new Set(Object.getOwnPropertySymbols(this.global));
    this.env = { ...this.global.process.env };
  }

  /** Removes what the next test file must not find: the state of Jest itself, which has symbols as names, and what was set in `process.env`. */
  async teardown() {
    for (const symbol of Object.getOwnPropertySymbols(this.global)) if (!this.symbols.has(symbol)) delete this.global[symbol];
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.env)) delete env[name];
    Object.assign(env, this.env);
  }
}

const { Script } = require('node:vm');
const Runtime = require('jest-runtime').default;

const codes = new Map();
const scripts = new Map();

/**
 * Jest's runtime, which compiles each file once per worker. Jest itself reads, transforms and compiles all modules again for each test file,
 * which took a quarter of the time of all tests. Modules are still evaluated for each test file, in a context of its own.
 * It replaces two of the runtime's private methods, so look here first if a new version of Jest loads no modules.
 */
module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    const { transformCache, executor } = this;
    const transform = transformCache.transform.bind(transformCache);

    transformCache.transform = (filename, options) => {
      if (!filename.includes('/node_modules/')) return transform(filename, options);
      if (!codes.has(filename)) codes.set(filename, transform(filename, options));
      return codes.get(filename);
    };

    executor.compile = (code, filename) => {
      const context = this._environment.getVmContext();
      // Jest tells what a test file required after its end.
      if (context === null) return null;
      if (scripts.get(filename)?.code !== code) scripts.set(filename, { code, script: scriptOf(code, filename) });
      return scripts.get(filename).script.runInContext(context);
    };

    const scriptOf = (code, filename) => new Script(`(function (${executor.injectedModuleParameters.join()}) {${code}\n})`, { filename });
  }
};

const Sequencer = require('@jest/test-sequencer').default;

/** Small files with slow tests: started last, they would delay the end of the run. */
const LONG = /\/(browser\/every-page|console\/frame|server\/mock-world|contract\/every-endpoint)\.test\./;

/** Without recorded durations, Jest starts with the largest files. */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(({ path }) => LONG.test(path)), ...sorted.filter(({ path }) => !LONG.test(path))];
  }
};

const Sequencer = require('@jest/test-sequencer').default;

/** Short ones that take the longest: left to the end, one worker would wait for them. */
const LONG = /\/(browser\/every-page|console\/frame|server\/mock-world|contract\/every-endpoint)\.test\./;

/** jest begins with the largest files where it does not know how long they took. */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(({ path }) => LONG.test(path)), ...sorted.filter(({ path }) => !LONG.test(path))];
  }
};

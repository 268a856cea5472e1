const Sequencer = require('@jest/test-sequencer').default;

/** jest begins with the largest files. A short one that walks every page takes the longest: left to the end, one worker would wait for it. */
module.exports = class extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => path.endsWith('every-page.test.ts');
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};

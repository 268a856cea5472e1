const { relative } = require('node:path');

/** Prints one line for each test file, and failures in full. */
module.exports = class Reporter {
  onTestResult(_test, { testFilePath, numPassingTests, numFailingTests, failureMessage, perfStats }) {
    const failed = numFailingTests > 0 || failureMessage;
    const counts = `${numPassingTests} passed${numFailingTests > 0 ? `, ${numFailingTests} failed` : ''}`;
    const seconds = ((perfStats.end - perfStats.start) / 1000).toFixed(1);
    process.stderr.write(`  ${failed ? '✗' : '✓'} ${relative(process.cwd(), testFilePath)}: ${counts}, ${seconds} s\n`);
    if (failed) process.stderr.write(`${failureMessage}\n`);
  }

  getLastError() {}
  onRunStart() {}
  onTestStart() {}
  onRunComplete() {}
};

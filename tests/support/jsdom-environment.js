const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom, with the parts of Node that the platform under the page needs. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    const lacking =
      'TextEncoder TextDecoder setImmediate clearImmediate structuredClone ReadableStream fetch Request Response Headers AbortController AbortSignal';
    for (const name of lacking.split(' ')) this.global[name] ??= globalThis[name];
    this.global.Uint8Array = Uint8Array;
    this.global.MessageChannel = TimerChannel;
  }
};

// Node's own MessageChannel would keep jest alive after the last test.
class TimerChannel {
  port1 = {};
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.({})) };
}

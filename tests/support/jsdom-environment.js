const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom, with the parts of Node that the platform under the page needs. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    const lacking =
      'TextEncoder TextDecoder setImmediate clearImmediate structuredClone ReadableStream WritableStream TransformStream TextDecoderStream MessagePort fetch Request Response Headers';
    for (const name of lacking.split(' ')) this.global[name] ??= globalThis[name];
    Object.assign(this.global, { Uint8Array, AbortController, AbortSignal });
    this.global.MessageChannel = TimerChannel;
    this.global.BroadcastChannel = UnreferencedChannel;
    // No image is loaded here.
    this.global.HTMLImageElement.prototype.decode = async () => {};
    for (const name of ['setTimeout', 'setInterval']) this.global[name] = unreferenced(this.global[name]);
  }
};

// Node's own MessageChannel would keep jest alive after the last test.
class TimerChannel {
  port1 = {};
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.({})) };
}

// As it does this one.
class UnreferencedChannel extends BroadcastChannel {
  constructor(name) {
    super(name);
    this.unref();
  }
}

// A browser's timer is a number; the platform lets go of its own with `unref()`.
const unreferenced =
  (set) =>
  (...given) =>
    Object.assign(new Number(set(...given)), {
      unref() {
        return this;
      },
    });

const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom, with the Node APIs that the platform in the same process needs. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of ['setTimeout', 'setInterval']) this.global[name] = unreferenced(this.global[name]);
    // Made anew, so that fake timers can be unreferenced, too: the platform may set one while a test fakes them.
    const FakeTimers = this.fakeTimersModern.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: this.global });
  }

  async setup() {
    await super.setup();
    const lacking =
      'TextEncoder TextDecoder setImmediate clearImmediate structuredClone ReadableStream WritableStream TransformStream TextDecoderStream MessagePort fetch Request Response Headers';
    for (const name of lacking.split(' ')) this.global[name] ??= globalThis[name];
    Object.assign(this.global, { Uint8Array, AbortController, AbortSignal });
    this.global.MessageChannel = TimerChannel;
    this.global.BroadcastChannel = UnreferencedChannel;
    // jsdom loads no images.
    this.global.HTMLImageElement.prototype.decode = async () => {};
  }
};

// Node's own MessageChannel would keep jest alive after the last test.
class TimerChannel {
  port1 = {};
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.({})) };
}

// Node's own BroadcastChannel would, too.
class UnreferencedChannel extends BroadcastChannel {
  constructor(name) {
    super(name);
    this.unref();
  }
}

// jsdom's timers are numbers, as in browsers, but the platform calls `unref()` on them.
const unreferenced =
  (set) =>
  (...given) =>
    Object.assign(new Number(set(...given)), {
      unref() {
        return this;
      },
    });

import mqtt from 'mqtt';
import { valueAt } from '../contract/config-document';
import type { JsonObject } from '../contract/merge-patch';
import { clientIdOf, downTopic, type NamedEvent, type Telemetry, upTopic } from '../contract/topics';
import { beyondCamera } from './camera-mode';
import { type ConfigOptions, openConfiguration } from './configuration';
import { type DepthCamera, type DepthOptions, openDepthCamera } from './depth';
import { openUpgrader, type UpgradeOptions, type Version } from './upgrade';

export interface DeviceOptions {
  /** `mqtt://host:1883`, or `ws://host:8000/mqtt` in a browser. */
  url: string;
  appKey: string;
  sn: string;
  secret: string;
  /** The version it says it runs. */
  packet?: Version;
  /** How it takes to upgrades. */
  upgrade?: Pick<UpgradeOptions, 'fails' | 'installMs'>;
  /** How it takes to configurations. */
  config?: ConfigOptions;
  /** Until its configuration has a `telemetry.intervalS`. 0: no telemetry at all. */
  telemetryEveryMs?: number;
  keepaliveSeconds?: number;
  /** It has a depth camera, and says so in its birth. */
  depth?: DepthOptions;
  /** Everything it does, as it does it. */
  onSaid?: (said: Said) => void;
}

export interface Said {
  at: number;
  kind: 'connected' | 'closed' | 'refused' | 'published';
  topic?: string;
  payload?: unknown;
  /** Of `refused`, where the broker did it: its CONNACK's return code (MQTT 3.1.1, 3.2.2.3). */
  returnCode?: number;
}

export interface VirtualDevice {
  /** Publishes `up/event/{name}`, QoS 1. Resolves when the platform has acknowledged it. */
  raise(name: string, event: NamedEvent): Promise<void>;
  /** Says goodbye and disconnects. */
  stop(): Promise<void>;
  /** Breaks off without a word: the platform hears of it from the broker. */
  vanish(): void;
}

const RETRY_MS = 2000;
/** Who is refused asks more and more rarely: it may be enabled, or given another secret, at any time. */
const MAX_RETRY_MS = 30_000;
/** Whoever goes waits for an acknowledgement of what it has said, but not of a platform that says nothing any more. */
const FAREWELL_MS = 2000;

/** A small real device (device-protocol.md): connects with its secret, says who it is, measures, and reconnects when the line breaks. */
export function startDevice({
  url,
  appKey,
  sn,
  secret,
  packet = { name: 'virtual-camera', version: '1.0.0' },
  upgrade,
  config,
  telemetryEveryMs = 5000,
  keepaliveSeconds = 30,
  depth,
  onSaid = () => {},
}: DeviceOptions): VirtualDevice {
  const clientId = clientIdOf(appKey, sn);
  const status = upTopic(appKey, sn, 'status');
  const say = (kind: Said['kind'], topic?: string, payload?: unknown, returnCode?: number) =>
    onSaid({ at: Date.now(), kind, topic, payload, returnCode });

  const client = mqtt.connect(url, {
    clientId,
    username: clientId,
    password: secret,
    protocolVersion: 4,
    keepalive: keepaliveSeconds,
    reconnectPeriod: RETRY_MS,
    reconnectOnConnackError: true,
    will: { topic: status, payload: JSON.stringify({ online: false }), qos: 1, retain: false },
  });
  let timer: ReturnType<typeof setInterval> | undefined;
  let running = packet;
  let isStopped = false;
  const measure = telemetryOf(sn);

  const configuration = openConfiguration({
    ...config,
    ask: (version) => routine(upTopic(appKey, sn, 'config/get'), { version }),
    report: (said) => routine(upTopic(appKey, sn, 'config/reported'), said),
    cannot: depth && beyondCamera,
    changed: adjust,
  });

  const camera =
    depth &&
    openDepthCamera({
      ...depth,
      send: sendFrame,
      report: (said) => routine(upTopic(appKey, sn, 'depth/state'), said),
      configured: () => configuration.state,
    });
  if (camera) {
    client.on('connect', () => client.subscribe(downTopic(appKey, sn, 'depth/ctl'), { qos: 1 }));
    client.on('message', (topic, payload) => {
      if (topic === downTopic(appKey, sn, 'depth/ctl')) camera.control(payload.toString());
    });
  }

  const upgrader = openUpgrader({
    ...upgrade,
    running: () => running,
    bear: () => bear(),
    report: (progress) => publish(upTopic(appKey, sn, 'upgrade/progress'), progress),
    reboot: async (version) => {
      running = version;
      // On a line that breaks now nothing more is acknowledged: mqtt.js would wait for what is still out for ever.
      const broken = () => void client.emit('outgoingEmpty');
      client.once('close', broken);
      await client.endAsync(!client.connected);
      client.off('close', broken);
      if (!isStopped) client.reconnect();
    },
  });
  client.on('connect', () => client.subscribe(downTopic(appKey, sn, 'upgrade/notice'), { qos: 1 }));
  client.on('message', (topic, payload) => {
    if (topic === downTopic(appKey, sn, 'upgrade/notice')) upgrader.noticed(jsonOf(payload.toString()));
  });

  client.on('connect', () => client.subscribe(downTopic(appKey, sn, 'config/desired'), { qos: 1 }, () => configuration.connected()));
  client.on('message', (topic, payload) => {
    if (topic === downTopic(appKey, sn, 'config/desired')) configuration.desired(jsonOf(payload.toString()));
  });

  client.on('connect', () => {
    client.options.reconnectPeriod = RETRY_MS;
    say('connected');
    bear();
    if (telemetryEveryMs > 0) report();
    schedule();
  });
  client.on('close', () => {
    clearInterval(timer);
    camera?.stop();
    say('closed');
  });
  client.on('error', (error: Error & { code?: string | number }) => {
    const returnCode = typeof error.code === 'number' ? error.code : undefined;
    if (returnCode) client.options.reconnectPeriod = Math.min(2 * (client.options.reconnectPeriod ?? RETRY_MS), MAX_RETRY_MS);
    // Node says nothing but a code when every address of a name refuses.
    say('refused', undefined, error.message || error.code, returnCode);
  });

  const bear = () => routine(status, { online: true, packet: running, depth: camera?.facts });
  const report = () => routine(upTopic(appKey, sn, 'telemetry'), measure(configuration.state, camera));

  /** Does as its new configuration says, and says what has become of its camera. */
  function adjust() {
    schedule();
    const before = JSON.stringify(camera?.facts);
    camera?.reconfigured();
    if (client.connected && JSON.stringify(camera?.facts) !== before) bear();
  }

  function schedule() {
    clearInterval(timer);
    const configured = valueAt(configuration.state, 'telemetry.intervalS');
    const seconds = typeof configured === 'number' ? configured : telemetryEveryMs / 1000;
    if (telemetryEveryMs > 0 && seconds > 0) timer = setInterval(report, Math.min(seconds, 86_400) * 1000);
  }

  // A device that is ended takes what was not acknowledged with it; `closed` has told of it.
  function routine(topic: string, payload: object) {
    publish(topic, payload).catch(() => {});
  }

  async function publish(topic: string, payload: object) {
    await client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
    say('published', topic, payload);
  }

  // Resolves when the line has taken it: until then there is no next one. What a broken line still owes is of no use to anybody.
  async function sendFrame(frame: Uint8Array) {
    if (client.connected) await client.publishAsync(upTopic(appKey, sn, 'depth/frame'), frame as Buffer, { qos: 0 });
  }

  return {
    raise: (name, event) => publish(upTopic(appKey, sn, `event/${name}`), event),
    stop: async () => {
      isStopped = true;
      upgrader.stop();
      clearInterval(timer);
      camera?.stop();
      // A broker that tells the platform nothing of its connections sends no will after a farewell: this is one. It waits for no answer,
      // because a page that closes cannot.
      if (client.connected) client.publish(status, JSON.stringify({ online: false, reason: 'normal' }));
      let giveUp: ReturnType<typeof setTimeout> | undefined;
      const patience = new Promise((resolve) => {
        giveUp = setTimeout(resolve, FAREWELL_MS);
      });
      await Promise.race([client.endAsync(!client.connected), patience]);
      clearTimeout(giveUp);
      client.stream?.destroy();
    },
    vanish: () => {
      isStopped = true;
      upgrader.stop();
      clearInterval(timer);
      camera?.stop();
      client.end(true);
      client.stream?.destroy();
    },
  };
}

/** What a device in a pen would measure, slow waves around values that differ from device to device; of its camera, what that does. */
function telemetryOf(sn: string): (state: JsonObject, camera?: DepthCamera) => Telemetry {
  const phase = [...sn].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  return (state, camera) => {
    const wave = Math.sin((Date.now() / 60_000 + phase) % (2 * Math.PI));
    const values = {
      temperature: round(41 + wave * 4 + Math.random()),
      humidity: round(62 - wave * 6 + Math.random()),
      ...(camera && { fps: round(camera.fps), validPixels: round((0.93 + wave * 0.02) * camera.inRange, 3) }),
    };
    const wanted = valueAt(state, 'telemetry.values');
    const isWanted = ([name]: [string, number]) => !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(name);
    return { ts: Date.now(), values: Object.fromEntries(Object.entries(values).filter(isWanted)) };
  };
}

/** Undefined when it cannot be read: a device ignores it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const round = (value: number, digits = 1) => Number(value.toFixed(digits));

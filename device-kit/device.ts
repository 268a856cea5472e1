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
  /** The packet and version in the birth message. */
  packet?: Version;
  /** How upgrades turn out. */
  upgrade?: Pick<UpgradeOptions, 'fails' | 'installMs'>;
  /** How configurations are accepted and stored. */
  config?: ConfigOptions;
  /** The interval, unless the configuration has a `telemetry.intervalS`. 0: no telemetry at all. */
  telemetryEveryMs?: number;
  keepaliveSeconds?: number;
  /** The depth camera, if the device has one; reported in the birth message. */
  depth?: DepthOptions;
  /** Called for every connection, disconnection, refusal and published message. */
  onSaid?: (said: Said) => void;
}

export interface Said {
  at: number;
  kind: 'connected' | 'closed' | 'refused' | 'published';
  topic?: string;
  payload?: unknown;
  /** For `refused` by the broker: the return code of its CONNACK (MQTT 3.1.1, 3.2.2.3). */
  returnCode?: number;
}

export interface VirtualDevice {
  /** Publishes `up/event/{name}` with QoS 1. Resolves at the acknowledgement (PUBACK). */
  raise(name: string, event: NamedEvent): Promise<void>;
  /** Publishes an offline status and disconnects. */
  stop(): Promise<void>;
  /** Closes the connection without DISCONNECT, so the broker publishes the will. */
  vanish(): void;
}

const RETRY_MS = 2000;
/** The upper limit of the backoff after refusals. It keeps trying, because it may be enabled or get another secret at any time. */
const MAX_RETRY_MS = 30_000;
/** How long `stop` waits for outstanding acknowledgements. */
const FAREWELL_MS = 2000;

/** Starts a virtual device that follows device-protocol.md: connects with its secret, publishes birth and telemetry, and reconnects. */
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
      // If the connection breaks now, mqtt.js would wait forever for outstanding acknowledgements.
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
    // Node's error has only a code, and no message, when all addresses of a host refuse.
    say('refused', undefined, error.message || error.code, returnCode);
  });

  const bear = () => routine(status, { online: true, packet: running, depth: camera?.facts });
  const report = () => routine(upTopic(appKey, sn, 'telemetry'), measure(configuration.state, camera));

  /** Applies a changed configuration, and publishes a new birth message if the camera's capabilities changed. */
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

  // Publishing fails when the device is stopped before the acknowledgement; `closed` already reports that.
  function routine(topic: string, payload: object) {
    publish(topic, payload).catch(() => {});
  }

  async function publish(topic: string, payload: object) {
    await client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
    say('published', topic, payload);
  }

  // Resolves when the frame is written, which limits the rate on slow networks. Without a connection frames are dropped, not queued.
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
      // After a DISCONNECT the broker sends no will, and not every broker notifies the platform of disconnections, so the status is
      // published here. With QoS 0, because a page that is being closed cannot wait for an acknowledgement.
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

/** Makes telemetry like that of a device in a pen: slow waves, with a phase per device, and the camera's statistics if there is one. */
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

/** Parses JSON; undefined if it is invalid. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const round = (value: number, digits = 1) => Number(value.toFixed(digits));

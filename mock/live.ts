import { deflateRawSync } from 'node:zlib';
import mqtt from 'mqtt';
import { clientIdOf, upTopic } from '../contract/topics';
import type { ConfigOptions } from '../device-kit/configuration';
import { startDevice, type VirtualDevice } from '../device-kit/device';
import { randomOf } from '../device-kit/noise';

/** A device that connects to the mock's broker by MQTT. */
export interface LiveDevice {
  appKey: string;
  sn: string;
  secret: string;
  packet: { name: string; version: string };
  /** Interval of telemetry in milliseconds. */
  telemetryEveryMs: number;
  config?: ConfigOptions;
  /** All its upgrades fail. */
  failsUpgrades?: boolean;
  /** It never answers configurations. */
  isDeaf?: boolean;
}

/** The connected devices of the mock. */
export interface LiveDevices {
  /** Makes devices connect and disconnect repeatedly, after delays that are the same in every mock. */
  commute(devices: LiveDevice[]): void;
  stop(): Promise<void>;
}

/** How long these devices are online and offline: long enough to be seen, and short enough to wait for. */
const ONLINE_MS = { least: 20_000, more: 25_000 };
const AWAY_MS = { least: 6000, more: 14_000 };
const KEEPALIVE_SECONDS = 300;

/** Connects devices. @param url the broker's URL */
export function connectDevices(url: string, devices: LiveDevice[]): LiveDevices {
  const running = new Set(devices.map((device) => connect(url, device)));
  const timers = new Set<NodeJS.Timeout>();

  function commute(device: LiveDevice, random: () => number) {
    const virtual = connect(url, device);
    running.add(virtual);
    after(ONLINE_MS, random, () => {
      running.delete(virtual);
      // Half of the time without DISCONNECT.
      if (random() < 0.5) void virtual.stop();
      else virtual.vanish();
      after(AWAY_MS, random, () => commute(device, random));
    });
  }

  function after({ least, more }: typeof ONLINE_MS, random: () => number, then: () => void) {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        then();
      },
      least + random() * more,
    );
    timers.add(timer.unref());
  }

  return {
    commute: (commuters) => {
      for (const [n, device] of commuters.entries()) {
        const random = randomOf(n + 1);
        after({ least: 500, more: AWAY_MS.more }, random, () => commute(device, random));
      }
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([...running].map((device) => device.stop()));
    },
  };
}

type Running = Pick<VirtualDevice, 'stop' | 'vanish'>;

function connect(url: string, device: LiveDevice): Running {
  const { isDeaf, failsUpgrades, ...options } = device;
  if (isDeaf) return connectDeaf(url, device);
  return startDevice({
    ...options,
    url,
    keepaliveSeconds: KEEPALIVE_SECONDS,
    upgrade: { fails: failsUpgrades ? 1 : 0 },
    depth: { width: 640, height: 480, fps: 15, noise: 'stereo', deflate: (bytes) => deflateRawSync(bytes, { level: 1 }) },
  });
}

/** Connects a device whose firmware does not support configurations. */
function connectDeaf(url: string, { appKey, sn, secret, packet }: LiveDevice): Running {
  const clientId = clientIdOf(appKey, sn);
  const client = mqtt.connect(url, {
    clientId,
    username: clientId,
    password: secret,
    protocolVersion: 4,
    keepalive: KEEPALIVE_SECONDS,
  });
  client.on('connect', () => client.publish(upTopic(appKey, sn, 'status'), JSON.stringify({ online: true, packet }), { qos: 1 }));
  client.on('error', () => {});
  return { stop: () => client.endAsync(), vanish: () => client.end(true) };
}

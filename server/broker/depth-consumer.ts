import mqtt from 'mqtt';
import type { Logger } from 'pino';
import { parseUpTopic, upTopic } from '../../contract/topics';
import type { DepthHeard } from './broker';

const RETRY_MS = 1000;

/**
 * Frames from a cluster: a connection of its own, so that pictures do not wait in line with events, and only what is looked at through this
 * instance is subscribed, not shared with the others. It exists while somebody looks.
 */
export function watchDepthOf(url: string, log: Logger) {
  const watched = new Map<string, DepthHeard>();
  let client: mqtt.MqttClient | undefined;

  const topicsOf = (appKey: string, sn: string) => [upTopic(appKey, sn, 'depth/frame'), upTopic(appKey, sn, 'depth/state')];

  function open(): mqtt.MqttClient {
    const opened = mqtt.connect(url, { protocolVersion: 5, clean: true, reconnectPeriod: RETRY_MS, keepalive: 30, queueQoSZero: false });
    opened.on('error', (error) => log.warn({ err: error }, 'the connection for depth frames failed'));
    opened.on('message', (topic, payload) => {
      const up = parseUpTopic(topic);
      const heard = up && watched.get(`${up.appKey}.${up.sn}`);
      if (up?.name === 'depth/frame') heard?.frame(payload);
      else heard?.state(payload);
    });
    return opened;
  }

  function watch(appKey: string, sn: string, heard: DepthHeard): () => void {
    const key = `${appKey}.${sn}`;
    client ??= open();
    watched.set(key, heard);
    // What is subscribed is subscribed again by mqtt.js when the connection comes back.
    client.subscribe(
      topicsOf(appKey, sn),
      { qos: 0 },
      (error) => error && log.warn({ err: error, sn }, 'depth frames could not be subscribed'),
    );
    return () => {
      if (watched.get(key) !== heard) return;
      watched.delete(key);
      client?.unsubscribe(topicsOf(appKey, sn), () => {});
      if (watched.size === 0) void close();
    };
  }

  async function close() {
    const closed = client;
    client = undefined;
    await closed?.endAsync(true);
  }

  return { watch, close };
}

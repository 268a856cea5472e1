import { connectAsync, type MqttClient } from 'mqtt';
import { stageClients, stagePlatform } from './mqtt-support';
import { median, ms, type Row } from './row';

const PER_SECOND = 1000;
const FOR_MS = 3000;

/** The delay of acknowledgements for other devices, with and without an attacker who tries a thousand wrong secrets a second. */
export default async function wrongSecrets(): Promise<Row[]> {
  const { devices, port, close } = await stagePlatform(20);
  const [attacked, ...good] = devices;
  const lines = await Promise.all(
    good.map(async ({ clientId, secret, topic }) => ({
      topic,
      line: await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId, username: clientId, password: secret, reconnectPeriod: 0 }),
    })),
  );
  const latencies = async () => (await Promise.all(lines.map(({ line, topic }) => publishFor(line, topic)))).flat();

  const quiet = median(await latencies());
  const clients = stageClients();
  const guessing = clients.do({ do: 'guess', port, clientId: attacked?.clientId ?? '', perSecond: PER_SECOND, forMs: FOR_MS });
  const disturbed = median(await latencies());
  const { guessed } = await guessing;
  clients.close();
  for (const { line } of lines) await line.endAsync(true);
  await close();
  return [
    {
      what: 'acknowledgement of a good device during 1,000 wrong secrets a second',
      measured: ms(disturbed),
      baseline: ms(quiet),
      ratio: disturbed / quiet,
      note: `median of ${good.length} devices with 10 messages a second each; baseline without the flood; ${guessed} were refused`,
    },
  ];
}

async function publishFor(line: MqttClient, topic: string) {
  const until = performance.now() + FOR_MS;
  const waits: number[] = [];
  while (performance.now() < until) {
    const sentAt = performance.now();
    await line.publishAsync(topic, '{"values":{"t":21}}', { qos: 1 });
    waits.push(performance.now() - sentAt);
    await new Promise((next) => setTimeout(next, 100));
  }
  return waits;
}

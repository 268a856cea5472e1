import { createServer } from 'node:net';
import { Aedes } from 'aedes';

// The baseline for the platform: bare aedes without authentication and storage.
async function serve() {
  const aedes = await Aedes.createBroker({ concurrency: 100_000 });
  const server = createServer({ noDelay: true }, (socket) => void aedes.handle(socket));
  server.listen(Number(process.env.MQTT_PORT), '127.0.0.1', () => process.send?.({ ready: true }));
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 });
});
void serve();

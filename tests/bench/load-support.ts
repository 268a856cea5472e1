import { Pool } from 'undici';

const WARM_UP_MS = 2000;

/** Requests a URL as fast as possible over keep-alive connections; in its own process, so that it takes no CPU time from the server's. */
async function load(address: string, token: string, seconds: number, connections: number) {
  const { origin, pathname, search } = new URL(address);
  const pool = new Pool(origin, { connections });
  const headers = { authorization: `Bearer ${token}` };
  const ask = async () => {
    const { statusCode, body } = await pool.request({ path: pathname + search, method: 'GET', headers });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`);
  };
  const run = async (ms: number) => {
    const until = performance.now() + ms;
    let answers = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) {
          await ask();
          answers += 1;
        }
      }),
    );
    return answers / (ms / 1000);
  };
  // Warms up the server's JIT compiler.
  await run(WARM_UP_MS);
  process.stdout.write(String(await run(seconds * 1000)));
  await pool.close();
}

const [address = '', token = '', seconds, connections] = process.argv.slice(2);
void load(address, token, Number(seconds), Number(connections));

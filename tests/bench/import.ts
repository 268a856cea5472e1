import { contract } from '../../contract';
import { MAX_BATCH } from '../../contract/device';
import { serve } from '../support/served';
import { seedDevice } from './devices-support';
import { median, ms, type Row } from './row';

const DEVICES = 100_000;

/** The API calls of the console's import: 100,000 devices in sequential batches, while another client reads lists. */
export default async function importing(): Promise<Row[]> {
  const { call, signUp, stop } = await serve();
  const { token } = await signUp('Importer');
  const { appKey } = await call(contract.application.create, { body: { name: 'import', categoryId: 1 } }, token);
  const params = { appKey };

  const batches: number[] = [];
  const waits: number[] = [];
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      waits.push(await timed(() => call(contract.device.list, { params, query: {} }, token)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const took = await timed(async () => {
    for (let from = 0; from < DEVICES; from += MAX_BATCH) {
      const devices = Array.from({ length: MAX_BATCH }, (_, at) => {
        const { secretHash: _hash, ...device } = seedDevice(from + at);
        return device;
      });
      batches.push(await timed(() => call(contract.device.createMany, { params, body: { devices } }, token)));
    }
  });
  isDone = true;
  await reading;
  const { counts } = await call(contract.device.list, { params, query: {} }, token);
  if (counts.all !== DEVICES) throw new Error(`${counts.all} devices arrived`);
  await stop();

  return [
    {
      what: 'adding 100,000 devices in batches of 1,000 over HTTP',
      measured: `${(took / 1000).toFixed(1)} s`,
      goal: '≤ 60 s, console included',
      note: `a batch ${ms(median(batches))} (median), ${ms(Math.max(...batches))} at most; a list asked for meanwhile ${ms(median(waits))} (median), ${ms(Math.max(...waits))} at most`,
    },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

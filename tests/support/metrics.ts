/** The sum of a platform's metric over its labels. @param label only lines with this label, such as `type="device.event"` */
export async function metricOf({ url }: { url: string }, name: string, label = ''): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const lines = metrics.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

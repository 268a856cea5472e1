import type { Attempt } from '@contract/webhook';

/** A request as a command; quotes inside are ended, escaped and begun again. */
export function curlOf({ url, headers, body }: Attempt['request']): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl -i', ...lines, `--data-binary ${quoted(body)}`, quoted(url)].join(' \\\n  ');
}

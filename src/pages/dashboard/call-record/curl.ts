import type { Attempt } from '@contract/webhook';

/** A request as a curl command, with single quotes escaped for the shell, and the URL percent-encoded, as it was sent. */
export function curlOf({ url, headers, body }: Attempt['request']): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl -i', ...lines, `--data-binary ${quoted(body)}`, quoted(new URL(url).href)].join(' \\\n  ');
}

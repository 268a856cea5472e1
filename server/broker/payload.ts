import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { fieldText } from '../../contract/field-text';

const wording = { error: fieldText('en-US') };
/** Deeper JSON is nobody's telemetry; what shows or walks it later may recurse. */
const MAX_DEPTH = 32;

/** Why a payload could not be read; shown to the developer in the device's timeline. */
export class PayloadError extends Error {
  name = 'PayloadError';

  constructor(
    readonly problem: 'not-utf8' | 'not-json' | 'too-deep' | 'wrong-shape',
    message: string,
  ) {
    super(message);
  }
}

/** A payload's JSON, parsed and checked. @throws PayloadError */
export function readJson<T extends z.ZodType>(payload: Buffer, schema: T): { value: z.output<T>; text: string } {
  if (!isUtf8(payload)) throw new PayloadError('not-utf8', 'the payload is not UTF-8');
  const text = payload.toString();
  if (isDeeperThan(MAX_DEPTH, text)) throw new PayloadError('too-deep', `the payload is nested deeper than ${MAX_DEPTH} levels`);
  const { success, data, error } = schema.safeParse(parsed(text), wording);
  if (!success)
    throw new PayloadError('wrong-shape', error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`).join('; '));
  return { value: data, text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PayloadError('not-json', (error as Error).message.slice(0, 200));
  }
}

function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > limit) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}

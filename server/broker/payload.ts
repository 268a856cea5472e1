import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { Language } from '../../contract/errors';
import { issueTexts } from '../../contract/field-text';

/** Deeper JSON is nobody's telemetry; what shows or walks it later may recurse. */
const MAX_DEPTH = 32;
/** Of what is wrong with one message, so much is told. */
const MAX_ISSUES = 10;

/** Why a payload could not be read; shown to the developer in the device's timeline. */
export class PayloadError extends Error {
  name = 'PayloadError';

  constructor(
    readonly problem: 'not-utf8' | 'not-json' | 'too-deep' | 'wrong-shape',
    readonly messages: Record<Language, string>,
  ) {
    super(messages['en-US']);
  }
}

/** @param at of which part, in front */
export const tooLarge = (bytes: number, at = '') =>
  new PayloadError('wrong-shape', { 'zh-CN': `${at}超过 ${bytes} 字节`, 'en-US': `${at}more than ${bytes} bytes` });

/** A payload's JSON, parsed and checked. @throws PayloadError */
export function readJson<T extends z.ZodType>(payload: Buffer, schema: T): { value: z.output<T>; text: string } {
  if (!isUtf8(payload)) throw new PayloadError('not-utf8', { 'zh-CN': '内容不是 UTF-8', 'en-US': 'the payload is not UTF-8' });
  const text = payload.toString();
  if (isDeeperThan(MAX_DEPTH, text))
    throw new PayloadError('too-deep', {
      'zh-CN': `嵌套超过 ${MAX_DEPTH} 层`,
      'en-US': `the payload is nested deeper than ${MAX_DEPTH} levels`,
    });
  const { success, data, error } = schema.safeParse(parsed(text), { reportInput: true });
  if (!success)
    throw new PayloadError(
      'wrong-shape',
      inBoth((language) => shapeText(error, language)),
    );
  return { value: data, text };
}

/** What is said in every language there is. */
export const inBoth = (say: (language: Language) => string): Record<Language, string> => ({ 'zh-CN': say('zh-CN'), 'en-US': say('en-US') });

const shapeText = (error: z.core.$ZodError, language: Language) =>
  issueTexts(error, language)
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path || 'payload'}: ${message}`)
    .join('; ');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = (error as Error).message.slice(0, 200);
    throw new PayloadError('not-json', { 'zh-CN': `不是有效的 JSON：${why}`, 'en-US': why });
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

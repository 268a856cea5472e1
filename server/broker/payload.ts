import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { Language } from '../../contract/errors';
import { issueLine, issueTexts, typeText } from '../../contract/field-text';
import { jsonFaultAt } from './json-fault';

/** Deeper JSON is nobody's telemetry; what shows or walks it later may recurse. */
const MAX_DEPTH = 32;
/** Of what is wrong with one message, so much is told. */
const MAX_ISSUES = 10;

/** Why a payload could not be read; shown to the developer in the device's timeline. It is put into words only when it is told: a flood is not. */
export class PayloadError extends Error {
  name = 'PayloadError';

  constructor(
    readonly problem: 'not-utf8' | 'not-json' | 'too-deep' | 'wrong-shape',
    readonly say: (language: Language) => string,
  ) {
    super(problem);
  }
}

/** @param path of the part that is too large; '': the whole */
export const tooLarge = (bytes: number, path = '') =>
  new PayloadError('wrong-shape', (language) =>
    issueLine([{ path, message: either(`超过 ${bytes} 字节`, `more than ${bytes} bytes`)(language) }], language),
  );

/** A payload's JSON, parsed and checked. @throws PayloadError */
export function readJson<T extends z.ZodType>(payload: Buffer, schema: T): { value: z.output<T>; text: string } {
  if (!isUtf8(payload)) throw new PayloadError('not-utf8', either('内容不是 UTF-8', 'the payload is not UTF-8'));
  const text = payload.toString();
  if (isDeeperThan(MAX_DEPTH, text))
    throw new PayloadError('too-deep', either(`嵌套超过 ${MAX_DEPTH} 层`, `the payload is nested deeper than ${MAX_DEPTH} levels`));
  const { success, data, error } = schema.safeParse(parsed(text), { reportInput: true });
  if (!success) throw new PayloadError('wrong-shape', (language) => shapeText(error, language));
  return { value: data, text };
}

const either = (zh: string, en: string) => (language: Language) => (language === 'zh-CN' ? zh : en);

const shapeText = (error: z.core.$ZodError, language: Language) =>
  issueLine(
    issueTexts(error, language)
      .slice(0, MAX_ISSUES)
      .map((said, at) => ofProgram(error.issues[at], said, language)),
    language,
  );

// A form asks for what is empty; of what a program sent, it is said what it lacks. JSON knows no undefined: that is what is not there.
function ofProgram(issue: z.core.$ZodIssue | undefined, { path, message }: Said, language: Language): Said {
  const isChinese = language === 'zh-CN';
  if (issue?.input === undefined && path) return { path: '', message: isChinese ? `缺少 ${path}` : `${path} is missing` };
  const isNull = issue?.code === 'invalid_type' && issue.input === null;
  return { path: path || (isChinese ? '内容' : 'payload'), message: isNull ? typeText([issue.expected], language) : message };
}

type Said = ReturnType<typeof issueTexts>[number];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PayloadError('not-json', (language) => faultText(text, language));
  }
}

function faultText(text: string, language: Language): string {
  const say = (zh: string, en: string) => either(zh, en)(language);
  if (text.trim() === '') return say('内容为空，应为 JSON', 'the payload is empty; it has to be JSON');
  const at = jsonFaultAt(text);
  if (at >= text.length) {
    const { line, column } = placeIn(text, text.trimEnd().length - 1);
    return say(
      `不是有效的 JSON：内容不完整，在第 ${line} 行第 ${column} 个字符之后就结束了`,
      `not valid JSON: it ends too early, after line ${line}, column ${column}`,
    );
  }
  const { line, column } = placeIn(text, at);
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  // What cannot be seen is named.
  const shown = /[\p{C}\p{Z}]/u.test(char) ? `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}` : char;
  return say(
    `不是有效的 JSON：第 ${line} 行第 ${column} 个字符“${shown}”不应出现在这里`,
    `not valid JSON: unexpected “${shown}” at line ${line}, column ${column}`,
  );
}

const placeIn = (text: string, at: number) => ({
  line: text.slice(0, at).split('\n').length,
  column: at - text.lastIndexOf('\n', at - 1),
});

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

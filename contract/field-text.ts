import type { z } from 'zod';
import type { Language } from './errors';

type Wording = Record<Language, string>;

/** What is said of a value that breaks a rule of the field's own; the rule's message in a schema is a key of this table. */
const ruleTexts = {
  sn: { 'zh-CN': '只能包含字母、数字、下划线和短横线，最多 64 个字符', 'en-US': 'Letters, digits, _ and - only, at most 64 characters' },
  snReserved: { 'zh-CN': '该序列号为系统保留，请换一个', 'en-US': 'This serial number is reserved, please choose another' },
  tag: { 'zh-CN': '标签不能为空，不能包含逗号或分号，最多 32 个字符', 'en-US': 'A tag has 1 to 32 characters, without comma or semicolon' },
  line: { 'zh-CN': '不能包含控制字符或方向控制符', 'en-US': 'No control characters, and none that change the direction of text' },
  sameId: { 'zh-CN': '与地址中的 id 不一致', 'en-US': 'This is not the id in the address' },
  mailCode: { 'zh-CN': '请输入 6 位数字验证码', 'en-US': 'Please enter the 6-digit code' },
  avatar: { 'zh-CN': '头像须为 1 MB 以内的图片', 'en-US': 'The avatar has to be an image of at most 1 MB' },
  selection: { 'zh-CN': '请指定 sns 与 filter 中的一个，不能同时指定', 'en-US': 'Give one of sns and filter, not both' },
  deleteAll: {
    'zh-CN': '没有条件的 filter 会删除全部设备：请用 count 给出设备数量',
    'en-US': 'A filter without conditions deletes every device: give their number as count',
  },
  ifMatch: { 'zh-CN': '须为版本号，例如 "3"', 'en-US': 'This has to be a version, as in "3"' },
  upgradeTarget: {
    'zh-CN': '请指定 sns、filter、tag、percent 其中之一（percent 可带 filter）',
    'en-US': 'Give one of sns, filter, tag and percent (percent may have a filter)',
  },
  recordSelection: { 'zh-CN': '请指定 ids 与 filter 中的一个，不能同时指定', 'en-US': 'Give one of ids and filter, not both' },
  callbackUrl: {
    'zh-CN': '请输入有效的完整地址，以 http:// 或 https:// 开头',
    'en-US': 'Enter a valid, whole URL that begins with http:// or https://',
  },
  callbackCredentials: {
    'zh-CN': '地址中不能包含用户名或密码，请改用请求头',
    'en-US': 'No user name or password in the URL; use a header instead',
  },
  callbackFragment: {
    'zh-CN': '地址中 # 及其后的内容不会发送，请删除',
    'en-US': 'What follows # in a URL is never sent; leave it out',
  },
  callbackPortRange: { 'zh-CN': '端口应为 1 到 65535', 'en-US': 'The port has to be from 1 to 65535' },
  callbackPort: { 'zh-CN': '不允许使用该端口', 'en-US': 'This port is not allowed' },
  headerName: { 'zh-CN': '请求头名称不合法', 'en-US': 'This is not the name of a header' },
  headerValue: { 'zh-CN': '请求头的值只能包含可见的 ASCII 字符', 'en-US': 'Header values are printable ASCII only' },
  headerCount: { 'zh-CN': '最多 20 个请求头', 'en-US': 'At most 20 headers' },
  headerReserved: {
    'zh-CN': '签名与 HTTP 自身使用的请求头不能自定义',
    'en-US': 'Headers of the signature and of HTTP itself cannot be set',
  },
  headerTwice: { 'zh-CN': '请求头名称重复', 'en-US': 'This header is there twice' },
  filename: { 'zh-CN': '文件名不能包含路径或控制字符', 'en-US': 'The file name must not hold a path or control characters' },
  sha256: { 'zh-CN': '须为 64 位小写十六进制 SHA-256', 'en-US': 'A SHA-256 is 64 lower case hexadecimal digits' },
  delivery: { 'zh-CN': '请填写一条记录的编号，或粘贴收到的请求头', 'en-US': 'Give the id of a record, or paste the headers that arrived' },
} as const satisfies Record<string, Wording>;

type RuleName = keyof typeof ruleTexts;

/** A rule's name as the message of a zod check: `z.string().regex(pattern, rule('sn'))`. */
export const rule = (name: RuleName): string => name;

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

const whole: Wording = { 'zh-CN': '整数', 'en-US': 'a whole number' };
const object: Wording = { 'zh-CN': '对象', 'en-US': 'an object' };

/** Types as zod and JSON Schema name them. */
const typeNames: Record<string, Wording> = {
  string: { 'zh-CN': '文本', 'en-US': 'a text' },
  number: { 'zh-CN': '数字', 'en-US': 'a number' },
  int: whole,
  integer: whole,
  boolean: { 'zh-CN': ' true 或 false', 'en-US': 'true or false' },
  array: { 'zh-CN': '列表', 'en-US': 'a list' },
  object,
  record: object,
  null: { 'zh-CN': ' null', 'en-US': 'null' },
};

/** What is said of a value of another type than these. */
export function typeText(expected: unknown[], language: Language): string {
  const names = expected.map((type) => typeNames[String(type)]?.[language]);
  const isChinese = language === 'zh-CN';
  if (names.includes(undefined)) return isChinese ? '类型不正确' : 'This has the wrong type';
  return isChinese ? `须为${names.join('或')}` : `This has to be ${names.join(' or ')}`;
}

/** Says in a person's words why a value was refused: a zod error map for `safeParse(value, { error: fieldText(language) })`. */
export const fieldText =
  (language: Language) =>
  (issue: Issue): string => {
    const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en);
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null
          ? say('请填写此项', 'Please fill this in')
          : // Only what was a number in an address can be none: those are whole ones.
            typeText([Number.isNaN(issue.input) ? 'int' : issue.expected], language);
      case 'too_small':
        if (issue.origin === 'string') {
          return issue.minimum === 1
            ? say('请填写此项', 'Please fill this in')
            : say(`至少 ${issue.minimum} 个字符`, `At least ${issue.minimum} characters`);
        }
        if (issue.origin === 'array') return say(`至少 ${issue.minimum} 项`, `At least ${issue.minimum} of them`);
        return say(`不能小于 ${issue.minimum}`, `Not less than ${issue.minimum}`);
      case 'too_big':
        if (issue.origin === 'string') return say(`最多 ${issue.maximum} 个字符`, `At most ${issue.maximum} characters`);
        if (issue.origin === 'array') return say(`最多 ${issue.maximum} 项`, `At most ${issue.maximum} of them`);
        return say(`不能大于 ${issue.maximum}`, `Not more than ${issue.maximum}`);
      case 'invalid_format':
        if (issue.format === 'email') return say('请输入有效的邮箱地址', 'Please enter a valid email address');
        return say('格式不正确', 'This has the wrong form');
      case 'invalid_value':
        if ('input' in issue && (issue.input ?? null) === null) return say('请填写此项', 'Please fill this in');
        return say(`只能是 ${issue.values.map(String).join('、')}`, `One of ${issue.values.map(String).join(', ')}`);
      case 'unrecognized_keys':
        return say(`不认识的字段：${issue.keys.join('、')}`, `Unknown fields: ${issue.keys.join(', ')}`);
      default:
        return say('此项有误', 'This is not valid');
    }
  };

/**
 * Every issue of a refused value, in a person's words. A message that names a rule of `ruleTexts` becomes that rule's wording.
 * One of the wrong type is told from one that is missing where it was parsed with `{ reportInput: true }`.
 */
export function issueTexts(error: z.core.$ZodError, language: Language, at = ''): { path: string; message: string }[] {
  return error.issues.map((issue) => ({
    path: [at, ...issue.path.map(String)].filter(Boolean).join('.'),
    message: wordsOf(issue, language),
  }));
}

/** Several issues in one line, each after the path that it is about, in the marks of the language. */
export const issueLine = (issues: { path: string; message: string }[], language: Language): string => {
  const [colon, semicolon] = language === 'zh-CN' ? ['：', '；'] : [': ', '; '];
  return issues.map(({ path, message }) => (path ? `${path}${colon}${message}` : message)).join(semicolon);
};

function wordsOf(issue: z.core.$ZodIssue, language: Language): string {
  // What is wrong with a key stands one level deeper.
  if (issue.code === 'invalid_key' && issue.issues[0]) return wordsOf(issue.issues[0], language);
  return issue.message in ruleTexts ? ruleTexts[issue.message as RuleName][language] : fieldText(language)(issue);
}

import type { z } from 'zod';
import type { Language } from './errors';

type Wording = Record<Language, string>;

/** What is said of a value that breaks a rule of the field's own; the rule's message in a schema is a key of this table. */
export const ruleTexts = {
  sn: { 'zh-CN': '只能包含字母、数字、下划线和短横线，最多 64 个字符', 'en-US': 'Letters, digits, _ and - only, at most 64 characters' },
  snReserved: { 'zh-CN': '该序列号为系统保留，请换一个', 'en-US': 'This serial number is reserved, please choose another' },
  tag: { 'zh-CN': '标签不能为空，不能包含逗号或分号，最多 32 个字符', 'en-US': 'A tag has 1 to 32 characters, without comma or semicolon' },
  line: { 'zh-CN': '不能包含控制字符', 'en-US': 'Control characters are not allowed' },
  sameId: { 'zh-CN': '与地址中的 id 不一致', 'en-US': 'This is not the id in the address' },
  mailCode: { 'zh-CN': '请输入 6 位数字验证码', 'en-US': 'Please enter the 6-digit code' },
  avatar: { 'zh-CN': '头像须为 1 MB 以内的图片', 'en-US': 'The avatar has to be an image of at most 1 MB' },
  selection: { 'zh-CN': '请指定 sns 或 filter', 'en-US': 'Give either sns or filter' },
} as const satisfies Record<string, Wording>;

export type RuleName = keyof typeof ruleTexts;

/** A rule's name as the message of a zod check: `z.string().regex(pattern, rule('sn'))`. */
export const rule = (name: RuleName): string => name;

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** Says in a person's words why a value was refused: a zod error map for `safeParse(value, { error: fieldText(language) })`. */
export const fieldText =
  (language: Language) =>
  (issue: Issue): string => {
    const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en);
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null
          ? say('请填写此项', 'Please fill this in')
          : say('类型不正确', 'This has the wrong type');
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
        return say(`只能是 ${issue.values.map(String).join('、')}`, `One of ${issue.values.map(String).join(', ')}`);
      case 'unrecognized_keys':
        return say(`不认识的字段：${issue.keys.join('、')}`, `Unknown fields: ${issue.keys.join(', ')}`);
      default:
        return say('此项有误', 'This is not valid');
    }
  };

/**
 * Every issue of a refused value, in a person's words. A message that names a rule of `ruleTexts` becomes that rule's wording.
 */
export function issueTexts(error: z.core.$ZodError, language: Language, at = ''): { path: string; message: string }[] {
  return error.issues.map((issue) => ({
    path: [at, ...issue.path.map(String)].filter(Boolean).join('.'),
    message: issue.message in ruleTexts ? ruleTexts[issue.message as RuleName][language] : fieldText(language)(issue),
  }));
}

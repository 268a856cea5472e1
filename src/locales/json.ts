import { texts } from './texts';

/** The field for JSON. */
export const jsonTexts = texts(
  {
    syntax: (line: number) => `第 ${line} 行附近不是有效的 JSON`,
    tooDeep: (line: number) => `第 ${line} 行附近嵌套过深`,
    notObject: '应为一个 JSON 对象 { }',
    twice: (key: string) => `键 "${key}" 出现了两次`,
    leaveHint: '按 Esc 再按 Tab 离开编辑器',
    valid: 'JSON 有效',
  },
  {
    syntax: (line) => `Not valid JSON near line ${line}`,
    tooDeep: (line) => `Nested too deeply near line ${line}`,
    notObject: 'Must be a JSON object { }',
    twice: (key) => `The key "${key}" is there twice`,
    leaveHint: 'Esc, then Tab leaves the editor',
    valid: 'Valid JSON',
  },
);

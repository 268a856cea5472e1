/** How the console tells a failure. */
export const ShowType = { silent: 0, warning: 1, error: 2, notification: 3, redirect: 9 } as const;
export type ShowType = (typeof ShowType)[keyof typeof ShowType];

export const languages = ['zh-CN', 'en-US'] as const;
export type Language = (typeof languages)[number];

/** Every refusal of the platform: its code (HTTP status × 100 + n) and what a person is told. `{x}` is filled in. */
export const errors = {
  invalidInput: { code: 40001, 'zh-CN': '提交的内容有误，请检查', 'en-US': 'Some of the input is not valid, please check it' },
  malformedRequest: { code: 40002, 'zh-CN': '请求格式有误', 'en-US': 'The request is malformed' },
  wrongCode: {
    code: 40003,
    'zh-CN': '验证码不正确或已失效（超过 15 分钟，或已试过 5 次），可重新获取',
    'en-US': 'The code is wrong, or no longer valid (after 15 minutes or 5 tries): you can get a new one',
  },
  wrongPassword: { code: 40004, 'zh-CN': '当前密码不正确', 'en-US': 'The current password is wrong' },
  weakPassword: {
    code: 40005,
    'zh-CN': '密码过于常见或与邮箱相同，请换一个',
    'en-US': 'This password is too common or equals your email, please choose another',
  },
  samePassword: { code: 40013, 'zh-CN': '新密码不能与当前密码相同', 'en-US': 'The new password must not be the current one' },
  callbackAddressRefused: {
    code: 40006,
    'zh-CN':
      '{target} 是内网或保留地址，平台只向公网地址推送；私有部署可设置 CALLBACK_ALLOW_PRIVATE=true（链路本地地址和云主机的元数据地址除外）',
    'en-US':
      '{target} is a private or reserved address; callbacks only go to public ones, unless the installation sets CALLBACK_ALLOW_PRIVATE=true (never to link-local ones and the metadata services of clouds)',
  },
  emptyFile: { code: 40007, 'zh-CN': '文件是空的，请重新选择', 'en-US': 'The file is empty, please choose another' },
  badFilename: {
    code: 40009,
    'zh-CN': '文件名不能包含路径或控制字符，最多 200 个字符',
    'en-US': 'The file name must not hold a path or control characters, and has at most 200 characters',
  },
  noFile: { code: 40008, 'zh-CN': '请选择一个文件', 'en-US': 'Please choose one file' },
  schemaTooSlow: {
    code: 40010,
    'zh-CN': '按项目的配置模式检查耗时过长，请简化配置模式',
    'en-US': 'Checking against the project’s configuration schema takes too long; please simplify the schema',
  },
  unencodedAddress: {
    code: 40014,
    'zh-CN': '地址中有未编码的字符（如中文），请先做百分号编码（encodeURIComponent）',
    'en-US': 'The address holds characters such as Chinese as they are: percent-encode them first (encodeURIComponent)',
  },
  tooManyDevices: { code: 40012, 'zh-CN': '一次最多选择 {max} 台设备', 'en-US': 'At most {max} devices at once' },
  noDevices: { code: 40011, 'zh-CN': '没有符合条件的设备', 'en-US': 'No device matches' },
  notSignedIn: { code: 40101, 'zh-CN': '请先登录', 'en-US': 'Please sign in first' },
  wrongCredentials: { code: 40102, 'zh-CN': '邮箱或密码不正确', 'en-US': 'The email or the password is wrong' },
  wrongAppSecret: { code: 40103, 'zh-CN': 'AppKey 或 AppSecret 不正确', 'en-US': 'The AppKey or the AppSecret is wrong' },
  adminOnly: { code: 40301, 'zh-CN': '仅管理员可以执行此操作', 'en-US': 'Only the admin may do this' },
  registrationClosed: { code: 40302, 'zh-CN': '注册已关闭，请联系管理员', 'en-US': 'Registration is closed, please contact the admin' },
  linkRefused: {
    code: 40303,
    'zh-CN': '下载链接无效或已过期，请重新获取',
    'en-US': 'This download link is not valid or has expired, please get a new one',
  },
  adminStays: { code: 40304, 'zh-CN': '管理员账户不能注销', 'en-US': 'The admin’s account cannot be closed' },
  notFound: { code: 40401, 'zh-CN': '内容不存在，可能已被删除', 'en-US': 'Not found: it may have been deleted' },
  callbackNotSet: { code: 40402, 'zh-CN': '请先保存回调设置', 'en-US': 'Please save the callback settings first' },
  packetGone: { code: 40403, 'zh-CN': '没有这个版本，可能已被删除', 'en-US': 'There is no such version, it may have been deleted' },
  noSuchCall: {
    code: 40404,
    'zh-CN': '没有接口 {method} {path}，请核对地址',
    'en-US': 'There is no call {method} {path}, please check the address',
  },
  noSuchRecord: {
    code: 40405,
    'zh-CN': '本项目没有这条记录，请核对编号；过期的记录会被删除',
    'en-US': 'This project has no such record: please check the ID; records are deleted after a while',
  },
  methodNotAllowed: {
    code: 40501,
    'zh-CN': '{path} 不支持 {method}，可用的方法：{methods}',
    'en-US': '{path} does not take {method}; what it takes: {methods}',
  },
  nameTaken: { code: 40901, 'zh-CN': '项目名称已存在', 'en-US': 'You already have a project with this name' },
  snTaken: { code: 40902, 'zh-CN': '该序列号已存在', 'en-US': 'This serial number exists already' },
  emailTaken: { code: 40903, 'zh-CN': '该邮箱已注册', 'en-US': 'This email is registered already' },
  callbackDisabled: {
    code: 40904,
    'zh-CN': '回调已停用，请先在“回调设置”中启用',
    'en-US': 'The callback is disabled, please enable it first in the callback settings',
  },
  accountHasProjects: {
    code: 40909,
    'zh-CN': '您还有 {count} 个项目，请先在“项目管理”中删除',
    'en-US': 'You still have projects ({count}), please delete them first in the list of projects',
  },
  projectDisabled: {
    code: 40908,
    'zh-CN': '项目已停用，请先在“项目管理”中启用',
    'en-US': 'The project is disabled, please enable it first in the list of projects',
  },
  packetTaken: {
    code: 40905,
    'zh-CN': '版本 {name} {version} 已存在，请更换版本号',
    'en-US': 'Version {name} {version} exists already, please choose another one',
  },
  packetInUse: {
    code: 40906,
    'zh-CN': '{count} 个进行中的升级任务需要此版本，请等待其结束或先取消',
    'en-US': 'Upgrades under way need this version ({count}); wait for them or cancel them first',
  },
  selectionChanged: {
    code: 40910,
    'zh-CN': '现在符合条件的有 {count} 台设备，与确认的数量不同，没有执行',
    'en-US': '{count} devices match now, which is not the number that was confirmed: nothing was done',
  },
  versionConflict: {
    code: 41201,
    'zh-CN': '内容已被他人修改，请查看最新版本后再保存',
    'en-US': 'Somebody else has changed this meanwhile; look at the newest version before you save',
  },
  upgradeOver: {
    code: 40907,
    'zh-CN': '升级任务已结束，无法执行此操作',
    'en-US': 'The upgrade is over; this is no longer possible',
  },
  requestTimeout: { code: 40801, 'zh-CN': '请求没有在时限内到达，请重试', 'en-US': 'The request did not arrive in time, please try again' },
  tooLarge: { code: 41301, 'zh-CN': '内容过大', 'en-US': 'This is too large' },
  packetTooLarge: { code: 41302, 'zh-CN': '文件过大，最大 {max}', 'en-US': 'The file is too large, at most {max}' },
  unsupportedMediaType: { code: 41501, 'zh-CN': '不支持的内容类型', 'en-US': 'This content type is not supported' },
  rangeBeyondEnd: { code: 41601, 'zh-CN': '请求的范围超出文件', 'en-US': 'The range is beyond the end of the file' },
  wrongChecksum: {
    code: 42201,
    'zh-CN': '收到的内容与 SHA-256 不一致，请重新上传',
    'en-US': 'What arrived does not match its SHA-256, please upload it again',
  },
  locked: {
    code: 42301,
    'zh-CN': '密码错误次数过多，请在 {wait}后重试',
    'en-US': 'Too many wrong passwords, please try again in {wait}',
  },
  versionRequired: {
    code: 42801,
    'zh-CN': '请在 If-Match 请求头中给出所依据的版本号',
    'en-US': 'The header If-Match has to name the version this change is based on',
  },
  tooManyRequests: {
    code: 42901,
    'zh-CN': '请求过于频繁，请在 {wait}后重试',
    'en-US': 'Too many requests, please try again in {wait}',
  },
  headersTooLarge: { code: 43101, 'zh-CN': '请求头过大', 'en-US': 'The headers of the request are too large' },
  serverFault: { code: 50001, 'zh-CN': '服务异常，请稍后重试', 'en-US': 'Something went wrong on our side, please try again later' },
  brokerUnavailable: {
    code: 50301,
    'zh-CN': '消息服务暂时无法连接，请稍后重试',
    'en-US': 'The message broker cannot be reached, please try again later',
  },
  unavailable: {
    code: 50302,
    'zh-CN': '服务暂时不可用，请稍后重试',
    'en-US': 'The service is unavailable for the moment, please try again later',
  },
  storageFull: {
    code: 50701,
    'zh-CN': '服务器存储空间不足，请联系管理员清理后重试',
    'en-US': 'The server has no space left; free some and try again',
  },
} as const satisfies Record<string, { code: number } & Record<Language, string>>;

export type ErrorName = keyof typeof errors;

/** The codes by name: `ErrorCode.nameTaken` is 40901. */
export const ErrorCode = Object.fromEntries(Object.entries(errors).map(([name, { code }]) => [name, code])) as {
  [Name in ErrorName]: (typeof errors)[Name]['code'];
};

/** One field that was refused, and why, in the caller's language. */
export interface FailureDetail {
  path: string;
  message: string;
}

/** The envelope of every failure. */
export interface Failure {
  success: false;
  code: number;
  message: string;
  errorCode: number;
  errorMessage: string;
  showType: ShowType;
  requestId: string;
  details?: FailureDetail[];
  /** What stands in the way, where a caller needs it to go on: of `versionConflict` what there is now. */
  data?: unknown;
}

/** What a person is told of a refusal, in their language. @param values fill the `{placeholders}`; `wait`: seconds */
export function errorText(name: ErrorName, language: Language, values: Record<string, string | number> = {}): string {
  return errors[name][language].replace(/\{(\w+)\}/g, (_, key: string) =>
    key === 'wait' ? waitText(Number(values.wait), language) : String(values[key] ?? ''),
  );
}

/** Rounded up: who comes back then is not too early. */
function waitText(seconds: number, language: Language): string {
  const isLong = seconds >= 100;
  const count = Math.ceil(isLong ? seconds / 60 : seconds);
  if (language === 'zh-CN') return `${count} ${isLong ? '分钟' : '秒'}`;
  return `${count} ${isLong ? 'minute' : 'second'}${count === 1 ? '' : 's'}`;
}

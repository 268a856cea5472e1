import { errors, type Language } from '../../contract/errors';
import { SCHEDULE_S, TIMEOUT_MS } from '../../contract/webhook';
import { UNKNOWN_CREDENTIALS } from '../access';
import { JITTER, LONGEST_WAIT_MS } from '../webhook/backoff';
import { DISABLED_AFTER_MS } from '../webhook/health';
import { PAUSED_KEPT_MS } from '../webhook/retention';
import { depthFrameText } from './depth-frames';
import { deviceText } from './devices';

/** The words of the reference that are about no single call. */
export interface DocumentText {
  title: (product: string) => string;
  contents: string;
  /** The first page, in Markdown. */
  description: string;
  token: string;
  project: string;
  adminOnly: string;
  /** @param s within so many seconds */
  limited: (max: number, s: number) => string;
  success: string;
  failure: string;
  code: string;
  message: string;
  showType: string;
  failureData: string;
  callback: CallbackWords;
}

/** What a receiver of callbacks has to know, beside the description. */
interface CallbackWords {
  signed: string;
  timestamp: string;
  data: string;
  /** Of the headers, by name: one that is sent and has no words here fails the tests. */
  headers: Record<string, string>;
  delivered: string;
  gone: string;
  busy: string;
  retryAfter: string;
  otherwise: string;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const waits = SCHEDULE_S.slice(1);
const wholeS = waits.reduce((all: number, wait) => all + wait, 0);

const zhEach = (s: number) => `每${s === MINUTE_S || s === HOUR_S ? zhTime(s).slice(2) : ` ${zhTime(s)}`}`;
const zhTime = (s: number) => (s < MINUTE_S ? `${s} 秒` : s < HOUR_S ? `${s / MINUTE_S} 分钟` : `${s / HOUR_S} 小时`);
const enTime = (s: number) => (s < MINUTE_S ? `${s} s` : s < HOUR_S ? `${s / MINUTE_S} min` : `${s / HOUR_S} h`);
const days = (ms: number) => ms / 1000 / DAY_S;
const errorList = (language: Language) =>
  Object.entries(errors)
    .sort(([, one], [, other]) => one.code - other.code)
    .map(([name, { code, [language]: text }]) => `- \`${code}\` ${name}: ${text}`)
    .join('\n');

export const documentText: Record<Language, DocumentText> = {
  'zh-CN': {
    title: (product) => `${product} 接口文档`,
    contents: '目录',
    description: `## 鉴权
- 登录后调用：\`Authorization: Bearer <token>\`，token 由 \`POST /v1/platform/login\` 返回。
- 您自己的服务器：\`/v1/platform/{appKey}/\` 下的接口也接受 HTTP Basic，用户名为项目的 AppKey，密码为 AppSecret。深度预览的票据除外。

## 请求与响应
- 成功时 \`success\` 为 \`true\`，结果在 \`data\` 中；失败时 HTTP 状态码为 4xx 或 5xx，\`code\` 为错误码，\`message\` 可以直接给用户看。
- 文字的语言由 \`Accept-Language\` 决定：\`zh-CN\`（默认）或 \`en\`。
- 列表从第 1 页开始：\`current\` 为页码，\`pageSize\` 为每页条数（1–100，默认 10）；\`data\` 含 \`list\` 和 \`total\`。
- 时间为 ISO 8601 格式的 UTC 时间。
- 不认识的字段和查询参数会被拒绝（\`40001\`），不会被忽略。
- 限制调用次数的接口在各自的说明中写明；所有接口中，凭据不正确的调用每个来源地址每分钟最多 ${UNKNOWN_CREDENTIALS.max} 次，凭据正确的调用不受影响。超过时返回 429，\`Retry-After\` 为应等待的秒数。

## 接收回调
平台用 POST 把事件推送到您的回调地址，并按 [Standard Webhooks](https://www.standardwebhooks.com) 签名。请求头与各类事件的请求体见页面末尾的 Webhooks。
- **验签**：把 \`webhook-id\`、\`webhook-timestamp\` 与请求体原文用 \`.\` 连接，以签名密钥（去掉 \`whsec_\` 后做 base64 解码）计算 HMAC-SHA256，结果的 base64 应与 \`webhook-signature\` 中 \`v1,\` 之后的部分一致；轮换密钥的重叠期内有两个签名，以空格分隔，任意一个一致即可。时间戳与当前时间相差超过 5 分钟的请求应当拒绝。控制台的“回调设置”里有各种语言的验签代码。
- **应答**：在 ${TIMEOUT_MS / 1000} 秒内返回 2xx，响应体不限。请先返回，再异步处理。平台不跟随重定向。
- **重试**：没有返回 2xx 时，依次在 ${waits.map(zhTime).join('、')}之后重试，前后约 ${Math.round(wholeS / DAY_S)} 天，共 ${SCHEDULE_S.length} 次推送；每次等待会随机缩短，最多 ${JITTER * 100}%。
- **限流**：返回 429 或 503 并带 \`Retry-After\`（秒数或 HTTP 日期，最长 ${zhTime(LONGEST_WAIT_MS / 1000)}），到那时之前不再推送这个项目的任何回调，包括还没有推送过的；更换回调地址，或停用后再启用回调，可立即继续。
- **去重**：同一条回调的 \`webhook-id\` 不变。推送至少一次，您的服务器可能收到重复的回调，请按它去重。
- **自动停用**：返回 410，或连续 ${days(DISABLED_AFTER_MS)} 天全部失败，回调会停用。停用期间事件最多保留 ${days(PAUSED_KEPT_MS)} 天，启用后补发，同一设备的事件保持原顺序。

${deviceText['zh-CN']}

${depthFrameText['zh-CN']}

<details><summary>错误码</summary>

${errorList('zh-CN')}

</details>`,
    token: '`POST /v1/platform/login` 返回的 token',
    project: '用户名为项目的 AppKey，密码为 AppSecret',
    adminOnly: '仅管理员可以调用。',
    limited: (max, s) => `每个来源地址${zhEach(s)}最多 ${max} 次。`,
    success: '成功',
    failure: '请求被拒绝，或处理失败',
    code: 'HTTP 状态码 × 100 + 序号，见错误码',
    message: '给用户看的文字，语言由 Accept-Language 决定：zh-CN（默认）或 en',
    showType: '提示方式：0 不提示，1 警告，2 错误，3 通知，9 跳转',
    failureData: '继续操作所需的内容：41201 时为当前的最新内容',
    callback: {
      signed: '平台推送到您的回调地址。还会带上回调设置中的附加请求头。',
      timestamp: '平台得知此事的时间',
      data: '事件的内容；设备自己附带的其他字段会原样保留',
      headers: {
        'user-agent': '推送来自平台',
        'webhook-id': '这条回调的编号，重试和重新发送时不变：请按它去重',
        'webhook-timestamp': '这一次推送的时间：Unix 时间戳，单位为秒',
        'webhook-signature': '`v1,` 与 HMAC-SHA256 签名的 base64；轮换密钥的重叠期内有两个，以空格分隔，任意一个匹配即可',
      },
      delivered: `已收到。任意 2xx 均可，须在 ${TIMEOUT_MS / 1000} 秒内返回`,
      gone: '不再接收：不重试，并停用回调',
      busy: '暂时无法接收：按 Retry-After 推迟重试',
      retryAfter: `秒数，或 HTTP 日期；最长 ${zhTime(LONGEST_WAIT_MS / 1000)}`,
      otherwise: `其他响应、超时和连接失败：依次在 ${waits.map(zhTime).join('、')}之后重试`,
    },
  },

  'en-US': {
    title: (product) => `${product} API`,
    contents: 'Contents',
    description: `## Authorization
- Signed in: \`Authorization: Bearer <token>\`, with the token of \`POST /v1/platform/login\`.
- Your own server: calls under \`/v1/platform/{appKey}/\` also take HTTP Basic, with the project’s AppKey as the user name and its AppSecret as the password. Tickets of the depth preview do not.

## Requests and answers
- After a success, \`success\` is \`true\` and \`data\` has the result. A failure has an HTTP status of 4xx or 5xx, \`code\` says which one, and \`message\` is fit to be shown to a person.
- \`Accept-Language\` chooses the language of texts: \`zh-CN\` (the default) or \`en\`.
- Lists begin with page 1: \`current\` is the page, \`pageSize\` its length (1 to 100, by default 10); \`data\` has \`list\` and \`total\`.
- Times are UTC, as ISO 8601 has it.
- A field or query parameter that a call does not know is refused (\`40001\`), not ignored.
- Calls that are limited say so below; whatever the call, wrong credentials are taken ${UNKNOWN_CREDENTIALS.max} times a minute from one address, and right ones still pass. Beyond that the answer is 429, with the seconds to wait in \`Retry-After\`.

## Receiving callbacks
The platform sends events to the URL of your callback by POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it. The headers, and the body for each type of event, are under Webhooks at the end of this page.
- **Verify**: join \`webhook-id\`, \`webhook-timestamp\` and the raw body with \`.\` between, and make the HMAC-SHA256 of it with the signing secret (take off \`whsec_\`, decode the rest from base64). Its base64 has to be what stands behind \`v1,\` in \`webhook-signature\`; while a rotated secret still counts there are two, with a blank between, and one of them has to match. Refuse a timestamp more than 5 minutes away. The callback settings in the console have code for this in several languages.
- **Answer** with 2xx within ${TIMEOUT_MS / 1000} s, with any body or none. Answer first, and do the work afterwards. Redirects are not followed.
- **Retries**: without a 2xx it is sent again after ${waits.map(enTime).join(', ')}, which is about ${Math.round(wholeS / DAY_S)} days and ${SCHEDULE_S.length} tries in all; each wait is shorter by up to ${JITTER * 100}%, at random.
- **Asking for time**: after a 429 or 503 with \`Retry-After\` (seconds or an HTTP date, at most ${enTime(LONGEST_WAIT_MS / 1000)}) nothing of the project is sent before then, first tries included; another URL, or switching callbacks off and on, lifts this at once.
- **Repetitions**: a callback keeps its \`webhook-id\`. It is delivered at least once, so your server may get it again: recognise it by that id.
- **Switched off**: a 410, or ${days(DISABLED_AFTER_MS)} days of nothing but failures, disable the callback. Events are kept for up to ${days(PAUSED_KEPT_MS)} days meanwhile, and sent once it is enabled again, those of a device in order.

${deviceText['en-US']}

${depthFrameText['en-US']}

<details><summary>Error codes</summary>

${errorList('en-US')}

</details>`,
    token: 'The token of `POST /v1/platform/login`',
    project: 'The AppKey of a project as the user name, its AppSecret as the password',
    adminOnly: 'Only the admin may do this.',
    limited: (max, s) => `At most ${max} times in ${enTime(s)} from one address.`,
    success: 'Success',
    failure: 'The call was refused or failed',
    code: 'HTTP status × 100 + n, see the error codes',
    message: 'For a person, in the language of Accept-Language: zh-CN (default) or en',
    showType: '0 silent, 1 warning, 2 error, 3 notification, 9 redirect',
    failureData: 'What the caller needs to go on: of 41201 what there is now',
    callback: {
      signed: 'Sent by the platform to the URL of your callback, with the extra headers of its settings as well.',
      timestamp: 'When the platform learnt of it',
      data: 'What happened; further fields of the device’s own are kept as they are',
      headers: {
        'user-agent': 'It is the platform that sends this',
        'webhook-id': 'The id of this callback, the same whenever it is sent again: recognise repetitions by it',
        'webhook-timestamp': 'When this try was made, in seconds since the epoch',
        'webhook-signature':
          '`v1,` and the base64 of the HMAC-SHA256; for the overlap of a rotation two of them with a space between, one of which has to match',
      },
      delivered: `It has arrived. Any 2xx says so, within ${TIMEOUT_MS / 1000} s`,
      gone: 'No more of this: it is not sent again, and the callback is disabled',
      busy: 'Not now: it is sent again when Retry-After says',
      retryAfter: `Seconds, or an HTTP date; at most ${enTime(LONGEST_WAIT_MS / 1000)}`,
      otherwise: `Any other answer, none in time, or no connection: it is sent again after ${waits.map(enTime).join(', ')}`,
    },
  },
};

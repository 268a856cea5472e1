import type { Language } from './errors';

/** Why a try failed, and why a signature does not verify: what it means and what to do, in a developer's words. */
type Explained = Record<string, Record<Language, { meaning: string; advice: string }>>;

export const failureTexts = {
  dnsFailed: {
    'zh-CN': { meaning: '域名无法解析', advice: '请检查回调地址的域名是否正确、解析是否已生效' },
    'en-US': { meaning: 'The host name cannot be resolved', advice: 'Check the host name of the URL and its DNS records' },
  },
  addressRefused: {
    'zh-CN': {
      meaning: '域名解析到内网或保留地址，平台拒绝访问',
      advice: '请使用公网可访问的地址；私有部署可设置 CALLBACK_ALLOW_PRIVATE=true',
    },
    'en-US': {
      meaning: 'The host name leads to a private or reserved address, which the platform does not call',
      advice: 'Use an address that is reachable from the internet; on an installation of your own set CALLBACK_ALLOW_PRIVATE=true',
    },
  },
  connectionRefused: {
    'zh-CN': { meaning: '连接被拒绝', advice: '请检查服务是否已启动、端口是否正确、防火墙是否放行' },
    'en-US': {
      meaning: 'The connection was refused',
      advice: 'Check that the server runs, the port is right and the firewall lets it through',
    },
  },
  unreachable: {
    'zh-CN': { meaning: '连接不上该地址', advice: '请检查服务器的网络与路由，以及是否有防火墙丢弃了连接' },
    'en-US': {
      meaning: 'The address cannot be reached',
      advice: 'Check the network and the routes of your server, and for a firewall that drops connections',
    },
  },
  tlsFailed: {
    'zh-CN': {
      meaning: 'TLS 握手失败',
      advice: '请检查证书是否过期、域名是否匹配、证书链是否完整；不支持自签名证书。端口上没有 TLS 时，地址要以 http:// 开头',
    },
    'en-US': {
      meaning: 'The TLS handshake failed',
      advice:
        'Check that the certificate is not expired, fits the host name and brings its chain; self-signed ones are refused. Where the port speaks no TLS, the URL has to begin with http://',
    },
  },
  timeout: {
    'zh-CN': { meaning: '15 秒内没有响应', advice: '请先返回 2xx，再异步处理；并检查服务是否过载' },
    'en-US': {
      meaning: 'There was no answer within 15 s',
      advice: 'Answer 2xx first and do the work afterwards; check the load of your server',
    },
  },
  connectionClosed: {
    'zh-CN': { meaning: '连接在响应前被关闭', advice: '请检查服务是否崩溃或重启，以及代理的超时设置' },
    'en-US': {
      meaning: 'The connection was closed before an answer',
      advice: 'Check for crashes and restarts, and the timeouts of proxies in between',
    },
  },
  invalidResponse: {
    'zh-CN': { meaning: '返回的不是有效的 HTTP 响应', advice: '请检查端口上运行的是否为 HTTP 服务，http 与 https 是否用反' },
    'en-US': {
      meaning: 'The answer was not valid HTTP',
      advice: 'Check that an HTTP server listens on this port, and that http and https are not mixed up',
    },
  },
  redirect: {
    'zh-CN': { meaning: '返回了重定向，平台不会跟随', advice: '请将回调地址改为重定向的最终地址' },
    'en-US': { meaning: 'The answer was a redirect, which is not followed', advice: 'Use the address the redirect leads to' },
  },
  clientError: {
    'zh-CN': { meaning: '返回了 4xx', advice: '请检查路径、请求方法、鉴权与验签逻辑' },
    'en-US': { meaning: 'The answer was 4xx', advice: 'Check the path, the method, the authorization and your verification of signatures' },
  },
  gone: {
    'zh-CN': {
      meaning: '返回了 410，表示不再接收',
      advice: '事件推送收到 410 时回调会自动停用（测试不会）；地址仍有效时，请修复后再启用回调',
    },
    'en-US': {
      meaning: 'The answer was 410: it wants no more',
      advice:
        'A 410 to an event disables the callback (a test does not); if the address is still right, fix your server, then enable the callback',
    },
  },
  tooManyRequests: {
    'zh-CN': { meaning: '返回了 429，请求过于频繁', advice: '事件推送会按 Retry-After 推迟重试；请提高服务端的限额' },
    'en-US': {
      meaning: 'The answer was 429, too many requests',
      advice: 'Events are tried again as Retry-After says; raise the limit of your server',
    },
  },
  serverError: {
    'zh-CN': { meaning: '返回了 5xx', advice: '请查看您的服务日志' },
    'en-US': { meaning: 'The answer was 5xx', advice: 'Look into the logs of your server' },
  },
  interrupted: {
    'zh-CN': { meaning: '平台在等待响应时停止，对方可能已收到', advice: '平台会用同一个 webhook-id 再次推送，请按它去重' },
    'en-US': {
      meaning: 'The platform stopped while it waited for the answer; it may have arrived',
      advice: 'It is sent again with the same webhook-id: use that to recognise repetitions',
    },
  },
  expired: {
    'zh-CN': { meaning: '回调停用超过 7 天，未发送', advice: '启用回调后可手动重发' },
    'en-US': { meaning: 'The callback was paused for more than 7 days; it was not sent', advice: 'Enable the callback, then resend' },
  },
  secretUnreadable: {
    'zh-CN': { meaning: '平台无法解密回调密钥', advice: '请联系管理员恢复 DATA_DIR 中的密钥文件，或轮换回调密钥' },
    'en-US': {
      meaning: 'The platform cannot decrypt the callback secret',
      advice: 'Ask the operator to restore the key file in DATA_DIR, or rotate the callback secret',
    },
  },
} as const satisfies Explained;

/** What some answers say more exactly than their failure. */
const answerAdvice: Partial<Record<number, Record<Language, string>>> = {
  401: {
    'zh-CN': '您的服务器要求鉴权，或验签没有通过：请检查附加请求头，并用“签名诊断”核对签名',
    'en-US': 'Your server asks for authorization, or did not accept the signature: check the extra headers, and the signature doctor',
  },
  403: {
    'zh-CN': '您的服务器或网关拒绝了请求：请检查鉴权、IP 白名单与防火墙规则',
    'en-US': 'Your server or gateway refused the request: check the authorization, lists of allowed addresses and firewall rules',
  },
  404: {
    'zh-CN': '服务在运行，但没有这个路径：请检查回调地址的路径',
    'en-US': 'The server runs, but has no such path: check the path of the URL',
  },
  405: { 'zh-CN': '这个路径不接受 POST：请检查路由的请求方法', 'en-US': 'This path does not take POST: check the method of the route' },
};

/** What a failed try means and what to do about it; undefined for a name that is not known. @param status what was answered, if anything */
export function explain(error: string, status: number | undefined, language: Language) {
  const known = failureTexts[error as keyof typeof failureTexts]?.[language];
  return known && { ...known, advice: answerAdvice[status ?? 0]?.[language] ?? known.advice };
}

export const verdictTexts = {
  ok: {
    'zh-CN': {
      meaning: '签名正确',
      advice:
        '如果您的代码仍验签失败，请检查：使用原始请求体（字节）计算，密钥去掉 whsec_ 后做 base64 解码，签名为 base64 而非十六进制；另外，webhook-timestamp 在 5 分钟以前的请求也会被拒绝',
    },
    'en-US': {
      meaning: 'The signature is right',
      advice:
        'If your code still refuses it: sign the raw bytes of the body, decode the secret from base64 after taking off whsec_, and compare base64, not hex. A request is also refused once its webhook-timestamp is more than 5 minutes old',
    },
  },
  nothingReceived: {
    'zh-CN': {
      meaning: '没有可比较的内容：只知道平台发送的这条没有问题',
      advice: '请再粘贴您服务器收到的请求头和请求体，或填写您验签所用的密钥',
    },
    'en-US': {
      meaning: 'There is nothing to compare: all that is known is that what was sent is right',
      advice: 'Paste the headers and the body as your server got them, too, or give the secret that you verify with',
    },
  },
  notSent: {
    'zh-CN': { meaning: '这条记录还没有完成过推送', advice: '请等它推送之后再诊断，或换一条已推送的记录' },
    'en-US': { meaning: 'No try of this record has ended yet', advice: 'Diagnose it once it has been sent, or take one that has been' },
  },
  missingHeader: {
    'zh-CN': {
      meaning: '缺少签名所需的请求头',
      advice:
        '粘贴的内容中没有读到 webhook-id、webhook-timestamp 与 webhook-signature 全部三个：每行一个“名称: 值”。如果收到的请求中就没有，请检查网关或框架是否丢弃了它们',
    },
    'en-US': {
      meaning: 'A header that the signature needs is missing',
      advice:
        'Not all of webhook-id, webhook-timestamp and webhook-signature were found in what was pasted: one “Name: value” a line. If the request had none, check whether a gateway or framework drops them',
    },
  },
  wrongId: {
    'zh-CN': { meaning: 'webhook-id 不是本项目发出的', advice: '请确认请求头来自同一次推送，且属于本项目' },
    'en-US': {
      meaning: 'This webhook-id was not sent by this project',
      advice: 'Take the headers of one and the same delivery of this project',
    },
  },
  otherRecord: {
    'zh-CN': { meaning: '请求头与所填的记录编号不是同一次推送', advice: '请填写请求头中 webhook-id 对应的记录编号，或将记录编号留空' },
    'en-US': {
      meaning: 'The headers belong to another delivery than the record ID',
      advice: 'Give the record ID that is the webhook-id of the headers, or leave it empty',
    },
  },
  wrongTimestamp: {
    'zh-CN': { meaning: 'webhook-timestamp 与推送时的不一致', advice: '请原样使用请求头中的时间戳（秒），不要用当前时间' },
    'en-US': {
      meaning: 'The webhook-timestamp is not the one that was sent',
      advice: 'Use the timestamp of the header as it is, in seconds, not the current time',
    },
  },
  wrongSecret: {
    'zh-CN': { meaning: '使用的密钥不是本回调的密钥', advice: '回调密钥以 whsec_ 开头，不是 AppSecret；遗失时请轮换密钥' },
    'en-US': {
      meaning: 'The secret is not the one of this callback',
      advice: 'The callback secret begins with whsec_ and is not the AppSecret; when it is lost, rotate it',
    },
  },
  okWithOld: {
    'zh-CN': {
      meaning: '签名正确，使用的是轮换前的旧密钥',
      advice: '旧密钥只在轮换时选定的重叠期内继续签名；之后的推送只能用最近一次轮换得到的密钥验证，请及时更换',
    },
    'en-US': {
      meaning: 'The signature is right, with the secret from before the rotation',
      advice: 'The old secret signs only for the overlap chosen at the rotation; change over to the secret of the latest rotation',
    },
  },
  oldSecret: {
    'zh-CN': {
      meaning: '使用的是轮换前的旧密钥，这次推送不是用它签名的',
      advice: '请改用最近一次轮换得到的密钥',
    },
    'en-US': {
      meaning: 'This is the secret from before the rotation, which did not sign this delivery',
      advice: 'Use the secret of the latest rotation',
    },
  },
  signedWithOld: {
    'zh-CN': {
      meaning: '这次推送是用轮换前的旧密钥签名的',
      advice: '它在密钥轮换之前发出，只能用当时的密钥验证；也可以在回调记录中重新发送，新的推送用现在的密钥签名',
    },
    'en-US': {
      meaning: 'This delivery was signed with the secret from before the rotation',
      advice:
        'It was sent before the secret was rotated: verify it with the secret of then, or resend it from the records to have it signed with the new one',
    },
  },
  reserialisedBody: {
    'zh-CN': { meaning: '请求体被重新序列化：内容相同但字节不同', advice: '请在解析 JSON 之前用原始请求体验签' },
    'en-US': {
      meaning: 'The body was serialised again: the same content in other bytes',
      advice: 'Verify the raw body, before it is parsed as JSON',
    },
  },
  emptyBody: {
    'zh-CN': {
      meaning: '没有请求体',
      advice: '请把收到的请求体原文也贴上；如果收到的就是空的，请检查读取请求体的代码，以及网关是否丢弃了它',
    },
    'en-US': {
      meaning: 'There is no body',
      advice: 'Paste the raw body that arrived, too; if it arrived empty, check the code that reads it, and whether a gateway drops it',
    },
  },
  truncatedBody: {
    'zh-CN': { meaning: '请求体被截断', advice: '请检查请求体大小限制，以及读取请求体的代码' },
    'en-US': { meaning: 'The body is cut off', advice: 'Check the limit of body sizes and the code that reads the body' },
  },
  differentBody: {
    'zh-CN': { meaning: '请求体与推送的内容不同', advice: '请确认请求体与请求头来自同一次推送，且没有中间件改写' },
    'en-US': {
      meaning: 'The body is not the one that was sent',
      advice: 'Take body and headers of one and the same delivery; check for middleware that changes it',
    },
  },
  wrongSignature: {
    'zh-CN': {
      meaning: 'webhook-signature 与推送时的不一致',
      advice: '请原样使用请求头；轮换期间其中有两个以空格分隔的签名，任意一个匹配即可',
    },
    'en-US': {
      meaning: 'The webhook-signature is not the one that was sent',
      advice: 'Use the header as it is; during a rotation it holds two signatures with a space between, one of which has to match',
    },
  },
  clockSkew: {
    'zh-CN': { meaning: '您的服务器时钟与平台相差超过 5 分钟', advice: '请用 NTP 校准服务器时钟' },
    'en-US': { meaning: 'The clock of your server differs by more than 5 min', advice: 'Set the clock of your server by NTP' },
  },
} as const satisfies Explained;

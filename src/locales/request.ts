import { texts } from './texts';

/** What is said when a call fails without saying itself why, and before one replaces what somebody else saved. */
export const requestTexts = texts(
  {
    fallback: '请求错误，请重试。',
    noNetwork: '没有网络连接，请检查网络后重试。',
    unexpected: '页面出现意外错误，请刷新后重试。',
    failed: (code: string) => `请求失败 ${code}`,
    sessionOver: '登录已失效，请重新登录',
    noAnswerYet: '平台还没有回应。可以继续等待，或检查网络后刷新重试；已发出的操作可能已经生效。',
    stillWaiting: '平台还没有回应。可以继续等待；如果现在关闭，已发出的操作仍可能生效。',
    changedElsewhere: (theirs: string) => (theirs ? `刚刚在别处改为“${theirs}”，再次保存会覆盖它` : '刚刚在别处被清空，再次保存会覆盖它'),
  },
  {
    fallback: 'Request error, please retry.',
    noNetwork: 'No network connection. Please check it and try again.',
    unexpected: 'Something unexpected happened on this page. Please refresh it and try again.',
    failed: (code) => `Request failed ${code}`,
    sessionOver: 'You have been signed out. Please sign in again',
    noAnswerYet:
      'The platform has not answered yet. You can go on waiting, or check the network, refresh and try again; what was sent may have been done.',
    stillWaiting: 'The platform has not answered yet. You can go on waiting; if you close this now, what was sent may still be done.',
    changedElsewhere: (theirs) =>
      theirs ? `Just changed elsewhere to “${theirs}”; saving again replaces that` : 'Just cleared elsewhere; saving again replaces that',
  },
);

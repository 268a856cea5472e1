/** What an owner is told of a callback. */
export type Notice = 'warned' | 'failing' | 'gone';

/** Who is told what of which callback. */
export interface OwnerNotice {
  notice: Notice;
  to: string;
  appKey: string;
  project: string;
  url: string;
  /** Milliseconds since the epoch. */
  failingSince: number;
  disablesAt: number;
}

/** A mail about a callback in both languages: an account has none of its own. @param consoleUrl where the console is, when that is known */
export function noticeMail({ notice, to, appKey, project, url, failingSince, disablesAt }: OwnerNotice, consoleUrl?: string) {
  const { zh, en } = notices[notice](day(failingSince), day(disablesAt));
  const about = [project, url, ...(consoleUrl ? [`${consoleUrl}/#/dashboard/${appKey}/consumer`] : [])].join('\n');
  return {
    to,
    subject: `[${project}] ${zh.subject} / ${en.subject}`,
    text: `${about}\n\n${zh.text}\n\n----\n\n${en.text}\n`,
  };
}

interface Text {
  subject: string;
  text: string;
}

const notices: Record<Notice, (since: string, until: string) => { zh: Text; en: Text }> = {
  warned: (since, until) => ({
    zh: {
      subject: '回调持续失败',
      text: `该项目的回调自 ${since} 起全部失败。\n如果到 ${until} 仍未恢复，平台将自动停用回调。停用后事件会保留 7 天，重新启用后补发，每台设备的事件保持先后顺序。\n请在“回调记录”中查看失败原因。`,
    },
    en: {
      subject: 'callbacks keep failing',
      text: `Every callback of this project has failed since ${since}.\nIf none succeeds until ${until}, the callback will be disabled. Events are then kept for 7 days and sent once it is enabled again, in order for each device.\nThe callback records say why they failed.`,
    },
  }),
  failing: (since) => ({
    zh: {
      subject: '回调已自动停用',
      text: `该项目的回调自 ${since} 起全部失败，平台已自动停用。\n事件会保留 7 天；修复后请在“回调设置”中重新启用，平台将补发，每台设备的事件保持先后顺序。\n已失败的记录不会自动补发，请在“回调记录”中手动重新发送。`,
    },
    en: {
      subject: 'callback disabled',
      text: `Every callback of this project has failed since ${since}, so it has been disabled.\nEvents are kept for 7 days: mend the receiver, enable the callback again in its settings, and they are sent, in order for each device.\nRecords that have failed stay so: resend them by hand, in the callback records.`,
    },
  }),
  gone: () => ({
    zh: {
      subject: '回调已自动停用 (410)',
      text: '接收方返回了 410 Gone，平台已停用该项目的回调。\n事件会保留 7 天；如果地址仍然有效，请在“回调设置”中重新启用，平台将补发，每台设备的事件保持先后顺序。\n得到 410 的记录不会自动补发，请在“回调记录”中手动重新发送。',
    },
    en: {
      subject: 'callback disabled (410)',
      text: 'The receiver answered 410 Gone, so the callback of this project has been disabled.\nEvents are kept for 7 days: if the address is still good, enable the callback again in its settings, and they are sent, in order for each device.\nWhat was answered 410 stays failed: resend it by hand, in the callback records.',
    },
  }),
};

const day = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

import type { MailCodePurpose } from '../../contract/account';
import type { Language } from '../../contract/errors';

/** The mail that brings a code: its subject and its plain text. */
export function codeMail(purpose: MailCodePurpose, code: string, product: string, language: Language) {
  return {
    subject: `${product} ${titles[language][purpose]}`,
    text: `${bodies[language](titles[language][purpose], code)}\n\n${product}\n`,
  };
}

/** The mail to an address that has an account, when somebody wants to register it: without a code, which would lead nowhere. */
export function hasAccountMail(product: string, language: Language) {
  const [subject, body] = hasAccount[language];
  return { subject: `${product} ${subject}`, text: `${body}\n\n${product}\n` };
}

const hasAccount: Record<Language, [subject: string, body: string]> = {
  'zh-CN': [
    '注册提醒：该邮箱已有账号',
    `您好，

该邮箱已有账号，不需要再注册：请直接登录，忘记密码时可在登录页重置。

如果这不是您本人的操作，请忽略这封邮件，什么都不会改变。`,
  ],
  'en-US': [
    'registration: there is an account already',
    `Hello,

this email has an account already, so there is nothing to register: please sign in. If the password is forgotten, reset it from the sign-in page.

If you did not ask for it, you can ignore this mail: nothing has changed.`,
  ],
};

const titles: Record<Language, Record<MailCodePurpose, string>> = {
  'zh-CN': { register: '注册验证码', 'reset-password': '重置密码验证码' },
  'en-US': { register: 'registration code', 'reset-password': 'password reset code' },
};

const bodies: Record<Language, (title: string, code: string) => string> = {
  'zh-CN': (title, code) => `您好，

您的${title}是：

    ${code}

验证码 15 分钟内有效，请勿告诉他人。
如果这不是您本人的操作，请忽略这封邮件，什么都不会改变。`,
  'en-US': (title, code) => `Hello,

your ${title} is:

    ${code}

It is valid for 15 minutes. Please do not share it with anyone.
If you did not ask for it, you can ignore this mail: nothing has changed.`,
};

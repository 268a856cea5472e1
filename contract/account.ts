import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from './duration';
import { endpoint } from './endpoint';
import { rule } from './field-text';
import { Id } from './id';
import { line } from './text';

export { ADMIN_ID } from './admin';

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const Password = z.string().min(8).max(64);
export const AccountName = line(32).min(1);
/** A `data:` URL of an image, or '' for the generated one. 1 MB of image is 1.4 M characters of base64. */
export const Avatar = z
  .string()
  .max(1_400_000, rule('avatar'))
  .regex(/^$|^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/, rule('avatar'));
/** As it is copied from a mail, or typed with a Chinese keyboard: neither blanks and dashes in it count, nor the width of its digits. */
export const MailCode = z
  .string()
  .overwrite((code) => code.normalize('NFKC').replace(/[\s-]/g, ''))
  .regex(/^\d{6}$/, rule('mailCode'));
export const MailCodePurpose = z.enum(['register', 'reset-password']);
export type MailCodePurpose = z.infer<typeof MailCodePurpose>;

export const CurrentUser = z.object({ id: z.int(), email: z.string(), name: z.string(), avatar: z.string() });
export type CurrentUser = z.infer<typeof CurrentUser>;

export const Session = z.object({
  id: z.int(),
  /** Is this the session that asks? */
  current: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type Session = z.infer<typeof Session>;

export const RegisterDraft = z.object({ email: Email, password: Password, name: AccountName.optional(), code: MailCode.optional() });
export const Credentials = z.object({ email: Email, password: z.string().min(1).max(64) });
export const ResetDraft = z.object({ email: Email, code: MailCode, password: Password });
export const PasswordChange = z.object({ password: z.string().min(1).max(64), newPassword: Password });

export const AccountClosing = z.object({ password: z.string().min(1).max(64) });

/** Is the password refused although it is long enough: the email itself, its name, or one of the most common? */
export function isWeakPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const address = email.trim().toLowerCase();
  return plain === address || plain === address.split('@')[0] || COMMON_PASSWORDS.has(plain) || new Set(plain).size <= 2;
}

const COMMON_PASSWORDS = new Set(
  (
    '12345678 123456789 1234567890 0123456789 87654321 987654321 11223344 112233445566 12341234 123123123 147258369 789456123 ' +
    'password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234 qwertyui qwertyuiop qwerty123 qwerty12 1q2w3e4r 1q2w3e4r5t ' +
    '1qaz2wsx 1qaz@wsx qazwsxedc q1w2e3r4 asdfghjk asdfghjkl zxcvbnm1 zxcvbnm, a1b2c3d4 abc12345 abcd1234 abcdefgh abcd123456 aa123456 aa12345678 ' +
    'a123456789 a12345678 woaini1314 woaini520 woaini123 iloveyou iloveyou1 5201314520 admin123 admin1234 administrator root1234 test1234 testtest ' +
    'welcome1 welcome123 letmein1 letmein123 football baseball basketball superman batman123 trustno1 sunshine princess dragon123 monkey123 ' +
    'computer internet whatever starwars changeme changeme1 secret123 default1 iotbase123 00000000 99999999 66668888 88886666 13145200'
  ).split(' '),
);

export const account = {
  sendCode: endpoint({
    method: 'POST',
    path: '/v1/platform/captcha',
    access: 'public',
    limit: { max: 60, windowMs: HOUR_MS },
    body: z.object({ email: Email, purpose: MailCodePurpose }),
    data: z.null(),
  }),
  register: endpoint({
    method: 'POST',
    path: '/v1/platform/register',
    access: 'public',
    limit: { max: 20, windowMs: HOUR_MS },
    body: RegisterDraft,
    data: CurrentUser,
  }),
  login: endpoint({
    method: 'POST',
    path: '/v1/platform/login',
    access: 'public',
    limit: { max: 60, windowMs: MINUTE_MS },
    body: Credentials,
    data: z.object({ token: z.string(), expiresAt: z.iso.datetime(), user: CurrentUser }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/v1/platform/reset-password',
    access: 'public',
    limit: { max: 60, windowMs: HOUR_MS },
    body: ResetDraft,
    data: z.null(),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/v1/platform/logout',
    access: 'user',
    data: z.null(),
  }),
  current: endpoint({
    method: 'GET',
    path: '/v1/platform/currentUser',
    access: 'user',
    data: CurrentUser,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/platform/currentUser',
    access: 'user',
    body: z.object({ name: AccountName.optional(), avatar: Avatar.optional() }),
    data: CurrentUser,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/v1/platform/currentUser/password',
    access: 'user',
    limit: { max: 20, windowMs: MINUTE_MS },
    body: PasswordChange,
    data: z.null(),
  }),
  close: endpoint({
    method: 'POST',
    path: '/v1/platform/currentUser/close',
    access: 'user',
    limit: { max: 20, windowMs: MINUTE_MS },
    body: AccountClosing,
    data: z.null(),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/v1/platform/currentUser/session',
    access: 'user',
    data: z.object({ list: z.array(Session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/v1/platform/currentUser/session/:id',
    access: 'user',
    params: z.object({ id: Id }),
    data: z.null(),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/v1/platform/currentUser/session',
    access: 'user',
    data: z.null(),
  }),
};

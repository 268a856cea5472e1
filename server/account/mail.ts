import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { DAY_MS } from '../../contract/duration';
import type { Config } from '../config';
import { BusinessError } from '../errors';

/** A mail server that says nothing for so long does not answer. */
const TIMEOUT_MS = 5000;
/** So long a mail stays in the outbox: whoever waits for its code has given up by then, and it names people. */
const OUTBOX_KEPT_MS = 7 * DAY_MS;

interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The code in the text, if there is one. */
  code?: string;
}

export interface Mailer {
  /** Do mails reach people? Without SMTP they are written to the outbox. */
  isReal: boolean;
  /** Makes sure that mails can be sent now. @throws BusinessError unavailable within 5 s */
  reach: () => Promise<void>;
  /** Sends in the background: how long it takes, and whether it succeeds, tells nobody if there was anything to send. */
  send: (mail: Mail) => void;
  /** What was sent by a platform that lives in memory. */
  outbox: Mail[];
  /** Removes mails from DATA_DIR/outbox that are a week old. @param now milliseconds since the epoch */
  prune: (now: number) => Promise<void>;
  /** Waits until nothing is being sent. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
}

/** Mail by SMTP_URL, or else to files in DATA_DIR/outbox, or else kept in memory. */
export function openMailer(config: Config, log: Logger): Mailer {
  if (config.smtpUrl) return smtpMailer(config.smtpUrl, config.mailFrom, log);
  const outbox: Mail[] = [];
  const folder = config.dataDir && join(config.dataDir, 'outbox');
  const send = folder ? fileKeeper(folder, config.mailFrom, log) : (mail: Mail) => void outbox.push(mail);
  const prune = async (now: number) => (folder ? removeOlder(folder, now - OUTBOX_KEPT_MS) : undefined);
  return { isReal: false, reach: nothing, send, outbox, prune, settle: nothing, close: nothing };
}

const nothing = async () => {};

function smtpMailer(url: string, from: string, log: Logger): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });
  const sending = new Set<Promise<unknown>>();

  async function reach() {
    await transport.verify().catch((error: Error) => {
      log.error({ err: error }, 'the mail server of SMTP_URL does not answer');
      throw new BusinessError('unavailable', { retryAfter: 60 });
    });
  }

  function send({ to, subject, text }: Mail) {
    const delivery = transport
      .sendMail({ from, to, subject, text })
      .then(
        () => log.info({ to }, 'mail sent'),
        (error: Error) => log.error({ err: error, to }, 'a mail could not be sent'),
      )
      .finally(() => sending.delete(delivery));
    sending.add(delivery);
  }

  const settle = async () => void (await Promise.all(sending));
  const close = async () => {
    await settle();
    transport.close();
  };
  return { isReal: true, reach, send, outbox: [], prune: nothing, settle, close };
}

/** Writes mails as text files named by time and address: an operator without SMTP reads the code there. */
function fileKeeper(folder: string, from: string, log: Logger) {
  return ({ to, subject, text }: Mail) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString();
    const file = join(folder, `${time.replace(/[:.]/g, '-')} ${to.slice(0, 200)}.txt`);
    writeFileSync(file, `From: ${from}\nTo: ${to}\nDate: ${time}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    log.warn({ file }, 'no SMTP_URL: the mail was written to a file');
  };
}

async function removeOlder(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < before) await rm(file, { force: true });
  }
}

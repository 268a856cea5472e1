import { isIP } from 'node:net';
import { z } from 'zod';
import { Email, isWeakPassword, Password } from '../contract/account';

/** A schema that says one sentence of its own, whatever is wrong. */
const worded = <T extends z.ZodType>(schema: T, sentence: string) =>
  z.string().transform((value, context): z.output<T> => {
    const { success, data } = schema.safeParse(value);
    if (!success) context.addIssue(sentence);
    return success ? data : z.NEVER;
  });

/** Decimal digits, because `Number` takes `0x10` and blanks, too. */
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
const port = (fallback: number) => worded(whole(0, 65_535), 'has to be a whole number from 0 to 65535').default(fallback);
const days = (fallback: number) => worded(whole(1, 3650), 'has to be a whole number of days from 1 to 3650').default(fallback);
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  worded(z.enum(values), `has to be one of ${values.join(', ')}`);
const url = (...protocols: string[]) =>
  worded(
    z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1))),
    `has to be a URL with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  );
/** `4GB`, `512 MB`, or bytes; a kB is 1000 of them, as everywhere in the console. */
const bytes = worded(
  z
    .string()
    .regex(/^\d+(\.\d+)?\s*([KMGT]?B)?$/i)
    .transform((text) =>
      Math.round(
        Number.parseFloat(text) * 1000 ** Math.max(0, ['KB', 'MB', 'GB', 'TB'].indexOf(text.replace(/[^a-z]/gi, '').toUpperCase()) + 1),
      ),
    )
    .refine((size) => size > 0 && Number.isSafeInteger(size)),
  'has to be a size like 4GB or 500MB',
);

/** Where packets are kept in an S3 service. */
export interface PacketLocation {
  bucket: string;
  /** Undefined: Amazon's own. */
  endpoint?: string;
  region: string;
}

const bucket = worded(
  z
    .string()
    .refine((text) => /^s3:\/\/[a-z0-9.-]{3,63}\/?(\?.*)?$/.test(text))
    .transform((text): PacketLocation => {
      const { hostname, searchParams } = new URL(text);
      return { bucket: hostname, endpoint: searchParams.get('endpoint') ?? undefined, region: searchParams.get('region') ?? 'us-east-1' };
    })
    .refine(({ endpoint }) => endpoint === undefined || /^https?:\/\/./.test(endpoint)),
  'has to be s3://bucket, with ?endpoint=https://…&region=… where needed',
);
const FLAGS: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };
const isAddress = (address: string) => isIP(address.trim().replace(/\/\d{1,2}$/, '')) > 0;
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
// A path is written behind it.
const base = url('http', 'https').transform((value) => value.replace(/\/+$/, ''));
/** The console, the API and WebSockets are at the root of a host. */
const root = base.refine((value) => {
  const { href, origin } = new URL(value);
  return href === `${origin}/`;
}, 'has to be a host without a path: the console is at its root');

/** The environment variables the platform obeys; an empty one counts as absent. */
export const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port(8000),
    DOWNLOAD_PORT: port(5000),
    MQTT_PORT: port(1883),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: url('postgres', 'postgresql').optional(),
    MQTT_URL: url('mqtt', 'mqtts').optional(),
    MQTT_PUBLIC_URL: url('mqtt', 'mqtts').optional(),
    MQTT_WS_PUBLIC_URL: url('ws', 'wss').optional(),
    EMQX_API_URL: base.optional(),
    EMQX_API_KEY: z.string().optional(),
    EMQX_API_SECRET: z.string().optional(),
    EMQX_SHARED_KEY: worded(z.string().min(16), 'has to have at least 16 characters').optional(),
    EVENT_DAYS: days(7),
    RECORD_DAYS: days(30),
    CALLBACK_ALLOW_PRIVATE: worded(
      z.string().refine((value) => value in FLAGS),
      'has to be true or false',
    )
      .transform((value) => FLAGS[value] as boolean)
      .optional(),
    PACKET_STORE: bucket.optional(),
    PACKET_MAX: bytes.default(4e9),
    PUBLIC_URL: root.optional(),
    DOWNLOAD_URL: base.optional(),
    DOCS_URL: worded(z.string().regex(/^(https?:\/\/.|\/)/), 'has to be a URL, or a path that begins with /').default('/docs'),
    PRODUCT_NAME: worded(z.string().max(64), 'has to have at most 64 characters').default('IoT Base'),
    SMTP_URL: url('smtp', 'smtps').optional(),
    MAIL_FROM: worded(z.string().regex(/\S@\S/), 'has to hold an email address').default('IoT Base <no-reply@localhost>'),
    REGISTRATION: oneOf('open', 'closed').default('open'),
    ADMIN_EMAIL: worded(Email, 'has to be an email address').optional(),
    ADMIN_PASSWORD: worded(Password, 'has to have 8 to 64 characters').optional(),
    TRUST_PROXY: worded(
      z.string().refine((value) => value in FLAGS || value.split(',').every(isAddress)),
      'has to be true, false, or the addresses of the proxies, with commas between them',
    )
      .transform((value) => FLAGS[value] ?? value)
      .default(false),
    METRICS_TOKEN: z.string().optional(),
    LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  })
  .superRefine(
    (
      {
        ADMIN_EMAIL = '',
        ADMIN_PASSWORD = '',
        PORT,
        DOWNLOAD_PORT,
        MQTT_PORT,
        MQTT_URL,
        MQTT_PUBLIC_URL,
        MQTT_WS_PUBLIC_URL,
        EMQX_API_URL,
        EMQX_API_KEY,
        EMQX_API_SECRET,
      },
      context,
    ) => {
      const refuse = (variable: string, message: string) => context.addIssue({ code: 'custom', path: [variable], message });
      // Without them, devices and pages would be sent to the broker inside, which does not run.
      if (MQTT_URL && !MQTT_PUBLIC_URL) refuse('MQTT_PUBLIC_URL', 'goes together with MQTT_URL: where devices find that broker');
      if (MQTT_URL && !MQTT_WS_PUBLIC_URL)
        refuse('MQTT_WS_PUBLIC_URL', 'goes together with MQTT_URL: where pages find that broker by WebSocket');
      if (ADMIN_EMAIL && !ADMIN_PASSWORD) refuse('ADMIN_PASSWORD', 'goes together with ADMIN_EMAIL');
      if (ADMIN_PASSWORD && !ADMIN_EMAIL) refuse('ADMIN_EMAIL', 'goes together with ADMIN_PASSWORD');
      if (ADMIN_PASSWORD && isWeakPassword(ADMIN_PASSWORD, ADMIN_EMAIL)) refuse('ADMIN_PASSWORD', 'is too common, or equals the email');
      if (EMQX_API_URL && !(EMQX_API_KEY && EMQX_API_SECRET)) refuse('EMQX_API_URL', 'goes together with EMQX_API_KEY and EMQX_API_SECRET');
      if (EMQX_API_URL && !MQTT_URL) refuse('EMQX_API_URL', 'goes together with MQTT_URL');
      if (DOWNLOAD_PORT && DOWNLOAD_PORT === PORT) refuse('DOWNLOAD_PORT', `${DOWNLOAD_PORT} is PORT already`);
      if (MQTT_PORT && [PORT, DOWNLOAD_PORT].includes(MQTT_PORT)) refuse('MQTT_PORT', `${MQTT_PORT} is PORT or DOWNLOAD_PORT already`);
    },
  );

export type Config = ReturnType<typeof readConfig>;

/** The environment was refused; `lines` names each variable and what it has to be. */
export class ConfigError extends Error {
  name = 'ConfigError';

  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

/** Parses the environment once. @throws ConfigError with one line for each wrong variable */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, data, error } = Environment.safeParse(given);
  if (!success) throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));

  return {
    host: data.HOST,
    port: data.PORT,
    downloadPort: data.DOWNLOAD_PORT,
    /** Of the embedded broker; undefined: no port of its own, WebSocket only. */
    mqttPort: data.MQTT_PORT as number | undefined,
    /** A broker of its own instead of the embedded one. */
    mqttUrl: data.MQTT_URL,
    /** Where devices find the broker, when it is not beside the console. */
    mqttPublicUrl: data.MQTT_PUBLIC_URL,
    mqttWsPublicUrl: data.MQTT_WS_PUBLIC_URL,
    emqxApi: data.EMQX_API_URL ? { url: data.EMQX_API_URL, key: data.EMQX_API_KEY ?? '', secret: data.EMQX_API_SECRET ?? '' } : undefined,
    /** What EMQX sends with its questions. */
    emqxSharedKey: data.EMQX_SHARED_KEY,
    /** How long what happened to devices is kept. */
    eventDays: data.EVENT_DAYS,
    /** How long callback records are kept. */
    recordDays: data.RECORD_DAYS,
    /** May callbacks go to addresses that are not public? By default only where nobody but this machine reaches the platform. */
    callbackAllowPrivate: data.CALLBACK_ALLOW_PRIVATE ?? isLoopback(data.HOST),
    /** Where the database, keys and mails are kept; none in memory. */
    dataDir: data.DATA_DIR as string | undefined,
    /** `:memory:`, `postgres://…`, or a file in `dataDir` when absent. */
    database: data.DATABASE_URL as string | undefined,
    /** A bucket instead of a folder in `dataDir`. */
    packetStore: data.PACKET_STORE,
    /** The largest packet, in bytes. */
    packetMax: data.PACKET_MAX,
    publicUrl: data.PUBLIC_URL,
    downloadUrl: data.DOWNLOAD_URL,
    docsUrl: data.DOCS_URL,
    productName: data.PRODUCT_NAME,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    registration: data.REGISTRATION,
    admin: data.ADMIN_EMAIL && data.ADMIN_PASSWORD ? { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD } : undefined,
    /** Is the address a call comes from told by the proxy before the platform, or by the ones with these addresses? */
    trustProxy: data.TRUST_PROXY,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
  };
}

/** A platform that lives in memory: the mock's and the tests'. */
export const inMemory = (changes: Partial<Config> = {}): Config => ({
  ...readConfig({ LOG_LEVEL: 'silent' }),
  dataDir: undefined,
  database: ':memory:',
  mqttPort: undefined,
  ...changes,
});

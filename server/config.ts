import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)),
      `has to be a URL with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    );
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

/** The environment variables the platform obeys; an empty one counts as absent. */
const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port(8000),
    DOWNLOAD_PORT: port(5000),
    MQTT_PORT: port(1883),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: url('postgres', 'postgresql').optional(),
    PUBLIC_URL: url('http', 'https').optional(),
    DOWNLOAD_URL: url('http', 'https').optional(),
    DOCS_URL: z.string().default('/docs'),
    PRODUCT_NAME: z.string().default('IoT Base'),
    SMTP_URL: url('smtp', 'smtps').optional(),
    MAIL_FROM: z.string().default('IoT Base <no-reply@localhost>'),
    REGISTRATION: z.enum(['open', 'closed']).default('open'),
    ADMIN_EMAIL: z.email('has to be an email address').optional(),
    ADMIN_PASSWORD: z.string().min(8, 'has to have at least 8 characters').max(64, 'has to have at most 64 characters').optional(),
    TRUST_PROXY: flag.default(false),
    METRICS_TOKEN: z.string().optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => !ADMIN_EMAIL === !ADMIN_PASSWORD, {
    path: ['ADMIN_EMAIL'],
    message: 'goes together with ADMIN_PASSWORD',
  });

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
    mqttPort: data.MQTT_PORT,
    /** Where the database, keys and mails are kept; none in memory. */
    dataDir: data.DATA_DIR as string | undefined,
    /** `:memory:`, `postgres://…`, or a file in `dataDir` when absent. */
    database: data.DATABASE_URL as string | undefined,
    publicUrl: data.PUBLIC_URL,
    downloadUrl: data.DOWNLOAD_URL,
    docsUrl: data.DOCS_URL,
    productName: data.PRODUCT_NAME,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    registration: data.REGISTRATION,
    admin: data.ADMIN_EMAIL && data.ADMIN_PASSWORD ? { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD } : undefined,
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
  ...changes,
});

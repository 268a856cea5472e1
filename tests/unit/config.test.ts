import { type ConfigError, readConfig } from '../../server/config';

const linesOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).lines;
  }
};

test('without any variable the platform runs on this machine alone', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 8000, dataDir: './data', registration: 'open', trustProxy: false });
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', ADMIN_EMAIL: '', SMTP_URL: '' })).toEqual(readConfig({}));
});

test('the admin is normalised like everybody', () => {
  const { admin } = readConfig({ ADMIN_EMAIL: ' Admin@Example.com', ADMIN_PASSWORD: 'blue-contour-42' });

  expect(admin).toEqual({ email: 'admin@example.com', password: 'blue-contour-42' });
});

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['127.0.0.1, 10.0.0.0/8, ::1', '127.0.0.1, 10.0.0.0/8, ::1'],
])('TRUST_PROXY may be %s', (value, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(trustProxy);
});

const port = 'has to be a whole number from 0 to 65535';
test.each([
  ['PORT', 'abc', port],
  ['PORT', '65536', port],
  ['PORT', '80.5', port],
  ['PORT', '0x10', port],
  ['DOWNLOAD_PORT', '-1', port],
  ['MQTT_PORT', '1e9', port],
  ['DATABASE_URL', 'mysql://localhost/x', 'has to be a URL with postgres:// or postgresql://'],
  ['PUBLIC_URL', 'iot.example.com', 'has to be a URL with http:// or https://'],
  ['PUBLIC_URL', 'https://example.com/iot', 'has to be a host without a path: the console is at its root'],
  ['DOWNLOAD_URL', 'ftp://x', 'has to be a URL with http:// or https://'],
  ['DOCS_URL', 'docs', 'has to be a URL, or a path that begins with /'],
  ['PRODUCT_NAME', 'x'.repeat(65), 'has to have at most 64 characters'],
  ['SMTP_URL', 'smtp.example.com', 'has to be a URL with smtp:// or smtps://'],
  ['MAIL_FROM', 'nobody', 'has to hold an email address'],
  ['REGISTRATION', 'yes', 'has to be one of open, closed'],
  ['TRUST_PROXY', 'maybe', 'has to be true, false, or the addresses of the proxies, with commas between them'],
  ['LOG_LEVEL', 'loud', 'has to be one of fatal, error, warn, info, debug, trace, silent'],
])('%s=%s is refused in one line that says what it has to be', (variable, value, sentence) => {
  expect(linesOf({ [variable]: value })).toEqual([`${variable}: ${sentence}`]);
});

test.each([
  [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_PASSWORD: goes together with ADMIN_EMAIL'],
  [{ ADMIN_PASSWORD: 'blue-contour-42' }, 'ADMIN_EMAIL: goes together with ADMIN_PASSWORD'],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'password123' }, 'ADMIN_PASSWORD: is too common, or equals the email'],
  [{ ADMIN_EMAIL: 'a', ADMIN_PASSWORD: 'blue-contour-42' }, 'ADMIN_EMAIL: has to be an email address'],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD: has to have 8 to 64 characters'],
  [
    { MQTT_URL: 'mqtt://emqx', MQTT_WS_PUBLIC_URL: 'ws://emqx:8083/mqtt' },
    'MQTT_PUBLIC_URL: goes together with MQTT_URL: where devices find that broker',
  ],
  [
    { MQTT_URL: 'mqtt://emqx', MQTT_PUBLIC_URL: 'mqtt://emqx' },
    'MQTT_WS_PUBLIC_URL: goes together with MQTT_URL: where pages find that broker by WebSocket',
  ],
  [{ PORT: '9000', DOWNLOAD_PORT: '9000' }, 'DOWNLOAD_PORT: 9000 is PORT already'],
  [{ PORT: '9000', MQTT_PORT: '9000' }, 'MQTT_PORT: 9000 is PORT or DOWNLOAD_PORT already'],
])('%j is refused in one line', (environment, line) => {
  expect(linesOf(environment)).toEqual([line]);
});

test('every wrong variable has its line', () => {
  expect(linesOf({ PORT: 'x', LOG_LEVEL: 'x', REGISTRATION: 'x' }).map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'REGISTRATION',
    'LOG_LEVEL',
  ]);
});

test('no line repeats what was given: it may be a secret', () => {
  const secret = 'sesame-sesame-sesame-sesame-sesame-sesame-sesame-sesame-sesame-sesame-sesame';

  expect(linesOf({ ADMIN_EMAIL: secret, ADMIN_PASSWORD: secret, DATABASE_URL: secret, SMTP_URL: secret }).join()).not.toContain('sesame');
});

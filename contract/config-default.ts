import { DRAFTS } from './config-schema';
import type { JsonObject } from './merge-patch';

const named = (title: string, english: string, schema: JsonObject): JsonObject => ({ title, 'x-en': { title: english }, ...schema });
const group = (title: string, english: string, properties: JsonObject): JsonObject =>
  named(title, english, { type: 'object', additionalProperties: false, properties });
const yesOrNo = (title: string, english: string, standard: boolean) => named(title, english, { type: 'boolean', default: standard });
const whole = (title: string, english: string, range: JsonObject) => named(title, english, { type: 'integer', ...range });
const choice = (title: string, english: string, options: Record<string, [zh: string, en: string]>, standard: string) =>
  named(title, english, {
    type: 'string',
    enum: Object.keys(options),
    default: standard,
    'x-enumTitles': Object.values(options).map(([zh]) => zh),
    'x-en': { title: english, enumTitles: Object.values(options).map(([, en]) => en) },
  });

/**
 * The schema of projects without one of their own, for depth cameras. The top level has no `additionalProperties: false`: a device may have
 * further settings beside the groups.
 */
export const defaultSchema: JsonObject = {
  $schema: DRAFTS[0] as string,
  ...named('深度相机配置', 'Depth camera', { type: 'object' }),
  properties: {
    depth: group('深度流', 'Depth stream', {
      resolution: choice(
        '分辨率',
        'Resolution',
        { '320x240': ['320 × 240', '320 × 240'], '640x480': ['640 × 480', '640 × 480'], '1280x720': ['1280 × 720', '1280 × 720'] },
        '640x480',
      ),
      fps: whole('帧率', 'Frame rate', { minimum: 1, maximum: 60, default: 15, 'x-unit': 'fps' }),
      autoExposure: yesOrNo('自动曝光', 'Automatic exposure', true),
      exposureUs: whole('曝光时间', 'Exposure', { minimum: 20, maximum: 200_000, default: 8000, 'x-unit': 'µs' }),
      laserPower: whole('激光功率', 'Laser power', { minimum: 0, maximum: 100, default: 60, 'x-unit': '%' }),
      holeFilling: yesOrNo('空洞填充', 'Hole filling', false),
    }),
    preview: group('深度预览', 'Depth preview', {
      enabled: yesOrNo('允许预览', 'Allowed', true),
      maxFps: whole('最高帧率', 'Highest frame rate', { minimum: 1, maximum: 30, default: 15, 'x-unit': 'fps' }),
      encoding: choice('编码', 'Encoding', { raw: ['不压缩', 'None'], rvl: ['RVL', 'RVL'], zdelta: ['ZDELTA', 'ZDELTA'] }, 'zdelta'),
    }),
    mounting: group('安装', 'Mounting', {
      position: named('安装位置', 'Place', { type: 'string', maxLength: 64 }),
      heightMm: whole('安装高度', 'Height above the floor', { minimum: 100, maximum: 20_000, default: 2500, 'x-unit': 'mm' }),
      tiltDeg: named('俯角', 'Tilt', { type: 'number', minimum: -90, maximum: 90, default: 45, 'x-unit': '°' }),
      rollDeg: named('滚转角', 'Roll', { type: 'number', minimum: -180, maximum: 180, default: 0, 'x-unit': '°' }),
      flip: choice(
        '画面翻转',
        'Flip',
        { none: ['不翻转', 'None'], horizontal: ['水平', 'Horizontal'], vertical: ['垂直', 'Vertical'], both: ['水平和垂直', 'Both'] },
        'none',
      ),
    }),
    measuring: group('测量', 'Measuring', {
      minMm: whole('最近距离', 'Nearest distance', { minimum: 50, maximum: 65_535, default: 300, 'x-unit': 'mm' }),
      maxMm: whole('最远距离', 'Farthest distance', { minimum: 50, maximum: 65_535, default: 6000, 'x-unit': 'mm' }),
      averagedFrames: whole('平均帧数', 'Frames averaged', { minimum: 1, maximum: 60, default: 5 }),
      minValidPercent: whole('有效像素下限', 'Least valid pixels', { minimum: 0, maximum: 100, default: 60, 'x-unit': '%' }),
    }),
    telemetry: group('遥测', 'Telemetry', {
      intervalS: whole('上报间隔', 'Report interval', { minimum: 1, maximum: 86_400, default: 5, 'x-unit': 's' }),
      values: named('上报内容', 'Values reported', {
        type: 'array',
        uniqueItems: true,
        items: choice(
          '测量值',
          'Value',
          {
            temperature: ['温度', 'Temperature'],
            humidity: ['湿度', 'Humidity'],
            fps: ['帧率', 'Frame rate'],
            validPixels: ['有效像素', 'Valid pixels'],
          },
          'temperature',
        ),
      }),
    }),
    network: group('网络', 'Network', {
      dhcp: yesOrNo('自动获取地址', 'Automatic address (DHCP)', true),
      address: named('IP 地址', 'IP address', { type: 'string', format: 'ipv4' }),
      gateway: named('网关', 'Gateway', { type: 'string', format: 'ipv4' }),
      ntpServer: named('时间服务器', 'Time server', { type: 'string', format: 'hostname', maxLength: 253 }),
      wifi: group('无线网络', 'Wi-Fi', {
        ssid: named('名称 (SSID)', 'Name (SSID)', { type: 'string', maxLength: 32 }),
        password: named('密码', 'Password', { type: 'string', minLength: 8, maxLength: 63, writeOnly: true }),
      }),
    }),
    log: group('日志', 'Log', {
      level: choice(
        '级别',
        'Level',
        { error: ['错误', 'Errors'], warn: ['警告', 'Warnings'], info: ['信息', 'Information'], debug: ['调试', 'Debug'] },
        'info',
      ),
    }),
  },
};

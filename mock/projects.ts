/** The definition of a project of the mock. */
export interface Planned {
  /** The prefix of its appKey. */
  key: string;
  name: string;
  description: string;
  /** Days since its creation. */
  age: number;
  devices: number;
  sn: (n: number) => string;
  deviceName: (n: number) => string;
  tags: (n: number) => string[];
  packet: string;
  isDisabled?: boolean;
  callback?: 'healthy' | 'failing' | 'given-up' | 'gone';
}

const pad = (n: number) => String(n).padStart(4, '0');
const numbered = (prefix: string) => (n: number) => `${prefix}-${pad(n)}`;

/** Projects in all states, in order of creation by the mock, with 500 devices in total. */
export const projects: Planned[] = [
  {
    key: 'stocktaking',
    name: '老仓库盘点',
    description: '早期的试点，已停用',
    age: 640,
    devices: 12,
    sn: numbered('ST'),
    deviceName: (n) => `货架 ${n} 号相机`,
    tags: () => ['试点'],
    packet: 'depth-cam',
    isDisabled: true,
  },
  {
    key: 'farm',
    name: '智慧牧场',
    description: '牛舍里的深度相机，每天估算体重与体况',
    age: 420,
    devices: 24,
    sn: numbered('FM'),
    deviceName: (n) => `牛舍 ${n} 号相机`,
    tags: (n) => [n % 2 ? '东区' : '西区'],
    packet: 'depth-cam',
    callback: 'gone',
  },
  {
    key: 'coldchain',
    name: '冷链运输',
    description: '车厢里的温度与开门记录',
    age: 390,
    devices: 20,
    sn: numbered('CC'),
    deviceName: (n) => `冷藏车 ${n} 号`,
    tags: (n) => [n % 3 ? '干线' : '城配'],
    packet: 'cold-box',
    callback: 'given-up',
  },
  {
    key: 'limits',
    name: '北方沿海集装箱码头自动化堆场体积测量与箱号识别联合试验项目二期',
    description: `${'堆场里每个泊位一台相机，测量箱体并识别箱号；'.repeat(8)}这段说明写满了两百个字。`.slice(0, 200),
    age: 200,
    devices: 10,
    sn: (n) => `${'CONTAINER-YARD-NORTH-BERTH-WITH-A-VERY-LONG-SERIAL-NUMBER-'.padEnd(59, 'X')}-${pad(n)}`,
    deviceName: (n) => `${'北方沿海集装箱码头自动化堆场体积测量相机'.repeat(3).slice(0, 58)} ${n} 号`,
    tags: () => Array.from({ length: 10 }, (_, n) => `${'一个写满了三十二个字的标签'.repeat(3).slice(0, 30)}${n}`),
    packet: 'depth-cam',
  },
  {
    key: 'water',
    name: '水位监测',
    description: '',
    age: 120,
    devices: 6,
    sn: numbered('WL'),
    deviceName: () => '',
    tags: () => [],
    packet: 'level-meter',
  },
  {
    key: 'sample',
    name: '样机验证',
    description: '新项目，还没有设备',
    age: 2,
    devices: 0,
    sn: numbered('SM'),
    deviceName: () => '',
    tags: () => [],
    packet: '',
  },
  {
    key: 'station',
    name: '气象站',
    description: '高原站点的积雪深度监测',
    age: 380,
    devices: 48,
    sn: numbered('WS'),
    deviceName: (n) => `气象站 ${n} 号`,
    tags: (n) => ['高原', ...(n % 8 === 0 ? ['无人区'] : [])],
    packet: 'weather-station',
    callback: 'failing',
  },
  {
    key: 'warehouse',
    name: '仓储体积测量',
    description: '入库口的深度相机，每个托盘上报一次体积',
    age: 500,
    devices: 380,
    sn: numbered('DC-2026'),
    deviceName: (n) => `入库口 ${n} 号相机`,
    tags: (n) => [n % 3 === 0 ? '二号库' : '一号库', ...(n % 10 === 0 ? ['待校准'] : [])],
    packet: 'depth-cam',
    callback: 'healthy',
  },
];

/** A fixed appKey, so that URLs of the console stay valid when the mock is restarted. */
export const appKeyOf = ({ key }: Planned): string => key.padEnd(20, '0');

/** What a device of the mock does; `commuter`: connects and disconnects repeatedly, `inactive`: was never online. */
export type Fate = 'online' | 'commuter' | 'offline' | 'inactive' | 'disabled';

/** Returns the fate of a project's n-th device. */
export function fateOf({ isDisabled }: Planned, n: number): Fate {
  if (n % 40 === 7) return 'disabled';
  if (n % 9 === 4) return 'inactive';
  if (isDisabled || n % 3 === 0) return 'offline';
  return n % 29 === 11 ? 'commuter' : 'online';
}

import type { Wording } from './wording';

/** What is said of a parameter: by its name, or by the call and its name where it is another thing there. */
const texts: Record<string, Wording> = {
  appKey: { 'zh-CN': '项目的 AppKey', 'en-US': 'The AppKey of the project' },
  sn: { 'zh-CN': '设备序列号', 'en-US': 'The serial number of the device' },
  id: { 'zh-CN': '编号，由列表或创建时的应答给出', 'en-US': 'From the list, or the answer that created it' },
  'broker.client.id': { 'zh-CN': 'MQTT 客户端 ID，即 `{appKey}.{sn}`', 'en-US': 'The MQTT client id: `{appKey}.{sn}`' },
  current: { 'zh-CN': '页码，从 1 开始', 'en-US': 'The page, from 1' },
  pageSize: { 'zh-CN': '每页条数', 'en-US': 'Rows of a page' },
  cursor: {
    'zh-CN': '取这个编号之前的事件，即上一页最后一条的 `id`',
    'en-US': 'Events before this one: the `id` of the last of the page before',
  },
  limit: { 'zh-CN': '最多条数', 'en-US': 'How many at most' },
  from: { 'zh-CN': '从何时起（含）', 'en-US': 'From this time on' },
  'webhook.stats.from': {
    'zh-CN': '从何时起；默认为 `to` 之前的 24 小时，各段从 UTC 的整数倍 `step` 开始',
    'en-US': 'From then on; by default the 24 hours before `to`, in steps that begin on whole multiples of `step` (UTC)',
  },
  to: { 'zh-CN': '到何时为止（含）', 'en-US': 'Up to this time' },
  'webhook.stats.to': { 'zh-CN': '到何时为止，默认为现在', 'en-US': 'Up to then, by default now' },
  step: {
    'zh-CN': '每段的秒数；点数过多，或没有保留得那么细时会加长：按分钟的数据保留两天',
    'en-US': 'Seconds of a step. Longer where it would be too many, or is not kept: minutes are for two days',
  },
  keyword: { 'zh-CN': '序列号、名称或标签中的文字', 'en-US': 'Part of the SN, the name or a tag' },
  'application.list.keyword': { 'zh-CN': '项目名称、AppKey 或描述中的文字', 'en-US': 'Part of the name, the AppKey or the description' },
  'packet.list.keyword': { 'zh-CN': '名称、版本号或说明中的文字', 'en-US': 'Part of the name, the version or the description' },
  state: { 'zh-CN': '设备的状态', 'en-US': 'The state of the devices' },
  tag: { 'zh-CN': '带有这个标签的设备', 'en-US': 'Devices with this tag' },
  sort: { 'zh-CN': '排序的字段，`-` 表示倒序', 'en-US': 'Sorted by this field, backwards with `-`' },
  upTo: {
    'zh-CN': '先前的列表应答中的 `newest`：不含此后添加的设备',
    'en-US': 'The `newest` of a list that was read before: without devices that were added later',
  },
  type: { 'zh-CN': '事件类型', 'en-US': 'The type of the event' },
  'event.list.type': { 'zh-CN': '事件类型，多个以逗号分隔', 'en-US': 'Types of events, separated by commas' },
  name: { 'zh-CN': '名称', 'en-US': 'The name' },
  'event.list.name': {
    'zh-CN': '自定义事件的名称，或无法读取的消息的主题',
    'en-US': 'The name of an event of the device’s own, or the topic of an unreadable message',
  },
  problem: {
    'zh-CN': '为 `true` 时只含需要处理的：被拒绝、失败，以及因设备发送的内容而断开',
    'en-US': 'With `true` only what somebody has to fix: refusals, failures, and connections that ended for what the device sent',
  },
  status: { 'zh-CN': '记录的状态', 'en-US': 'The status of the records' },
  'application.list.status': { 'zh-CN': '项目的状态', 'en-US': 'The status of the projects' },
  responseStatus: {
    'zh-CN': '接收方的应答：状态码 `404`、一类 `5xx`，或 `none` 表示没有应答',
    'en-US': 'What was answered: a status `404`, a class `5xx`, or `none`',
  },
  active: { 'zh-CN': '`true` 为进行中的，`false` 为已结束的', 'en-US': '`true`: under way; `false`: over' },
  outcome: { 'zh-CN': '设备的升级结果', 'en-US': 'How far the devices are' },
  note: { 'zh-CN': '修改的备注，记在历史版本中', 'en-US': 'Why it is changed, kept in the history' },
  version: { 'zh-CN': '版本号', 'en-US': 'The version' },
  sha256: { 'zh-CN': '文件的 SHA-256，小写十六进制', 'en-US': 'The SHA-256 of the file, lower case hexadecimal' },
  'if-match': { 'zh-CN': '所依据的版本号', 'en-US': 'The version that the change is based on' },
  'idempotency-key': {
    'zh-CN': '这次请求的标识，重发时不变，例如一个 UUID',
    'en-US': 'Names this request, the same when it is sent again: a UUID, e.g.',
  },
};

/** @param call its operationId, `device.list` */
export const parameterText = (call: string, name: string): Wording | undefined => texts[`${call}.${name}`] ?? texts[name];

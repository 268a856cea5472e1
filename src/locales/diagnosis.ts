import type { Diagnosis, Reason } from '@contract/event';
import { texts } from './texts';

/** Why a connection ended or was refused, in a few words. */
export const reasonTexts = texts<Record<Reason, string>>(
  {
    normal: '设备主动断开',
    kicked: '被踢下线',
    keepalive_timeout: '心跳超时',
    not_authorized: '发布到不允许的主题',
    tcp_closed: '连接中断',
    takenover: '被同一身份的新连接替换',
    discarded: '被同一身份的新连接替换',
    internal_error: '报文异常',
    rate_limited: '发送过快',
    bad_payload: '消息过大',
    secret_reset: '密钥已重置',
    platform_restarted: '平台重启',
    unknown: '平台没有看到它断开',
    wrong_secret: '密钥错误',
    disabled: '设备已禁用，或项目已停用',
  },
  {
    normal: 'it said goodbye',
    kicked: 'disconnected by hand',
    keepalive_timeout: 'keepalive timeout',
    not_authorized: 'published to a topic it may not use',
    tcp_closed: 'the connection broke off',
    takenover: 'replaced by another connection',
    discarded: 'replaced by another connection',
    internal_error: 'protocol error',
    rate_limited: 'sent too fast',
    bad_payload: 'message too large',
    secret_reset: 'its secret was reset',
    platform_restarted: 'the platform restarted',
    unknown: 'the platform did not see it go',
    wrong_secret: 'wrong secret',
    disabled: 'device or project disabled',
  },
);

type Cause = Diagnosis['causes'][number]['code'];

/** What may stand behind a device that is not online. */
export const causeTexts = texts<Record<Cause, string>>(
  {
    brokerUnreachable: '消息服务不可用',
    projectDisabled: '项目已停用',
    deviceDisabled: '设备已禁用',
    wrongSecret: '用了错误的密钥',
    neverConnected: '还没有连接过',
    keepaliveTimeout: '心跳超时',
    replaced: '被同一身份的新连接替换',
    flapping: '频繁上下线',
    kicked: '被踢下线',
    wasDisabled: '禁用时断开',
    secretReset: '密钥已重置',
    rateLimited: '发送过快，连接被断开',
    badPayload: '发送了不允许的内容，连接被断开',
    closedByDevice: '设备主动断开',
    connectionLost: '连接中断',
    platformRestarted: '平台重启',
  },
  {
    brokerUnreachable: 'The broker cannot be reached',
    projectDisabled: 'The project is disabled',
    deviceDisabled: 'The device is disabled',
    wrongSecret: 'A wrong secret was used',
    neverConnected: 'It has never connected',
    keepaliveTimeout: 'It fell silent: keepalive timeout',
    replaced: 'Replaced by another connection with its identity',
    flapping: 'It comes and goes',
    kicked: 'It was disconnected by hand',
    wasDisabled: 'Disconnected when it was disabled',
    secretReset: 'Its secret was reset',
    rateLimited: 'Disconnected for sending too fast',
    badPayload: 'Disconnected for what it sent',
    closedByDevice: 'It said goodbye',
    connectionLost: 'The connection broke off',
    platformRestarted: 'The platform restarted',
  },
);

/** What to do about each. */
export const remedyTexts = texts<Record<Cause, string>>(
  {
    brokerUnreachable: '所有设备现在都无法连接。消息服务恢复后设备会自动重连；持续不恢复时，请联系运维人员。',
    projectDisabled: '停用的项目拒绝所有设备连接。启用项目后，设备会自动重连。',
    deviceDisabled: '禁用的设备会被拒绝连接。启用后，设备会自动重连。',
    wrongSecret: '核对写入设备的密钥。密钥丢失时，重置密钥，再把新密钥写入设备。',
    neverConnected: '把连接代码写入设备，或者先用虚拟设备看看连接后的样子。',
    keepaliveTimeout: '平台在 1.5 倍心跳时间内没有收到任何数据，设备多半断电或断网。请检查电源和网络。',
    replaced: '有两处在用同一个序列号和密钥，互相顶替。请检查是否有两台设备写入了相同的身份；不确定时重置密钥。',
    flapping: '常见原因：网络信号差、供电不稳、程序反复重启，或两台设备使用同一身份。',
    kicked: '有人在控制台断开了它。设备没有回来时，请检查它的重连逻辑。',
    secretReset: '重置密钥时，平台断开了它。把新密钥写入设备，它就能再次连接。',
    wasDisabled: '设备禁用或项目停用时，平台断开了它。现在可以连接了，设备重试时就会上线；迟迟没有回来时，请检查它的重连逻辑。',
    rateLimited: '一台设备 10 秒内最多发送 500 条消息。请降低上报频率，或把多个读数合并为一条。',
    badPayload: '消息超过 64 KB，或发布到了不允许的主题：别的设备的主题，或协议没有的主题和事件名。请检查设备程序。',
    closedByDevice: '设备正常道别后离线，通常是关机、休眠，或它的程序退出了。',
    connectionLost: '连接没有道别就断开，常见原因是网络中断、设备重启或程序崩溃。请检查网络和设备日志。',
    platformRestarted: '平台重启时断开了它，设备应在几秒内自动重连。没有回来时，请检查它的重连逻辑。',
  },
  {
    brokerUnreachable: 'No device can connect. They come back by themselves with the broker; if it stays away, tell the operator.',
    projectDisabled: 'A disabled project refuses all its devices. They come back once it is enabled.',
    deviceDisabled: 'A disabled device is refused. It comes back once it is enabled.',
    wrongSecret: 'Compare the secret on the device. If it is lost, reset it and put the new one on the device.',
    neverConnected: 'Put the connection code on the device, or try it with a virtual one first.',
    keepaliveTimeout: 'Nothing was heard for 1.5 times the keepalive: most likely no power or no network. Check both.',
    replaced:
      'Two clients use this serial number and secret and push each other out. Look for two devices with one identity, or reset the secret.',
    flapping: 'Usual causes: a weak network, an unstable supply, a program that keeps restarting, two devices with one identity.',
    kicked: 'Somebody disconnected it in the console. If it does not come back, check how it reconnects.',
    secretReset: 'The platform disconnected it when its secret was reset. It can connect again with the new one.',
    wasDisabled:
      'The platform disconnected it when the device or its project was disabled. It may connect again and is back with its next try; if not, check how it reconnects.',
    rateLimited: 'A device may send 500 messages in 10 seconds. Send less often, or several readings in one message.',
    badPayload:
      'A message was larger than 64 KB, or went to a topic it may not use: another device’s, or one that the protocol does not have. Check its program.',
    closedByDevice: 'The device ended the connection properly: it was switched off, sleeps, or its program ended.',
    connectionLost: 'It ended without a goodbye: a network fault, a restart or a crash. Check the network and the device’s log.',
    platformRestarted: 'The restart disconnected it; it should be back within seconds. If not, check how it reconnects.',
  },
);

/** The checklist around them. */
export const diagnosisTexts = texts(
  {
    title: '为什么不在线',
    fine: '已检查，没有问题：',
    broker: '消息服务',
    project: '项目已启用',
    device: '设备已启用',
    secret: '没有错误的密钥',
    noCause: '没有发现问题，设备可能正在连接。',
    from: (address: string) => `来自 ${address}`,
    times: (n: number) => `10 分钟内连接了 ${n} 次`,
    enableProject: '启用项目',
    enableDevice: '启用设备',
    resetSecret: '重置密钥',
    showSnippets: '查看连接代码',
  },
  {
    title: 'Why is it not online?',
    fine: 'Checked and fine:',
    broker: 'broker',
    project: 'project enabled',
    device: 'device enabled',
    secret: 'no wrong secret',
    noCause: 'Nothing is wrong. It may be connecting just now.',
    from: (address) => `from ${address}`,
    times: (n) => `${n} connections in 10 minutes`,
    enableProject: 'Enable the project',
    enableDevice: 'Enable the device',
    resetSecret: 'Reset secret',
    showSnippets: 'Show connection code',
  },
);

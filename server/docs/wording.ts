import type { Contract } from '../../contract';
import { DEPTH_CREDIT, DepthClose, DepthState, MAX_VIEWERS } from '../../contract/depth';
import { MINUTE_MS } from '../../contract/duration';
import type { Language } from '../../contract/errors';
import { UPLOAD_PATH } from '../../contract/packet';
import { SENT_BY_HAND } from '../../contract/webhook';
import { CODES_SENT, WRONG_PASSWORDS } from '../account/attempts';

export type Wording = Record<Language, string>;

/** What the reference says of one call: a line, and `more` where that is not enough (Markdown). */
export interface CallWording extends Wording {
  more?: Wording;
  /** Headers that a call is refused without, though its schema leaves that to the one who answers. */
  requires?: string[];
}

export interface FeatureWording<Call extends PropertyKey = string> {
  name: Wording;
  about: Wording;
  calls: Record<Call, CallWording>;
}

/**
 * The reference's words for the whole contract: a feature or a call without its words, in either language, does not compile.
 * They stand apart from the contract because the console carries that one along, and nobody reads them there.
 */
export const reference: { [Feature in keyof Contract]: FeatureWording<keyof Contract[Feature]> } = {
  settings: {
    name: { 'zh-CN': '平台', 'en-US': 'Platform' },
    about: { 'zh-CN': '登录之前需要知道的平台信息', 'en-US': 'What a client has to know before anyone signs in' },
    calls: {
      read: {
        'zh-CN': '获取平台信息：名称、注册方式、MQTT 与下载地址',
        'en-US': 'The name, the way to register, and the addresses of MQTT and downloads',
      },
    },
  },

  account: {
    name: { 'zh-CN': '账户', 'en-US': 'Account' },
    about: { 'zh-CN': '注册、登录、个人资料与登录的设备', 'en-US': 'Registering, signing in, the profile and its sessions' },
    calls: {
      sendCode: {
        'zh-CN': `向邮箱发送 6 位验证码，15 分钟内有效，最多尝试 5 次；每个邮箱每小时最多 ${CODES_SENT.max} 次。注册时邮箱已有账号，则邮件说明这一点，不含验证码；重置密码时没有账号，则不发邮件，响应相同`,
        'en-US': `Mails a 6-digit code, valid for 15 minutes and 5 tries; at most ${CODES_SENT.max} an hour to one address. To register an email that has an account, the mail says so in place of a code; to reset the password of none, there is no mail and the same answer`,
      },
      register: {
        'zh-CN': '注册账户，第一个账户为管理员；注册后需要另行登录',
        'en-US': 'Makes an account; the first one is the admin. Opens no session',
      },
      login: {
        'zh-CN': `登录，获取 token；连续 ${WRONG_PASSWORDS.max} 次密码错误后锁定 ${WRONG_PASSWORDS.lockMs / MINUTE_MS} 分钟`,
        'en-US': `Signs in; answers the token. After ${WRONG_PASSWORDS.max} wrong passwords it is locked for ${WRONG_PASSWORDS.lockMs / MINUTE_MS} minutes`,
        more: {
          'zh-CN': '后续请求带上 `Authorization: Bearer <token>`。token 在使用中自动续期。',
          'en-US': 'The token goes into `Authorization: Bearer <token>`, and is renewed by use.',
        },
      },
      resetPassword: {
        'zh-CN': '用邮箱验证码设置新密码；该账户的所有登录都会退出',
        'en-US': 'Sets a new password with a mailed code; ends every session of the account',
      },
      logout: { 'zh-CN': '退出登录', 'en-US': 'Ends this session' },
      current: { 'zh-CN': '获取当前账户', 'en-US': 'Who is signed in' },
      update: { 'zh-CN': '修改姓名或头像', 'en-US': 'Changes the name or the avatar of the account' },
      changePassword: { 'zh-CN': '修改密码；其他登录都会退出', 'en-US': 'Changes the password; ends every other session' },
      close: {
        'zh-CN': '注销账户：需要密码，项目须先删除；邮箱、姓名与头像被删除，所有登录退出',
        'en-US': 'Closes the account, once it has no projects: needs the password; erases email, name and avatar, and ends every session',
      },
      sessions: { 'zh-CN': '列出账户的登录，最近使用的在前', 'en-US': 'The sessions of the account, the latest used first' },
      endSession: { 'zh-CN': '退出一个登录', 'en-US': 'Ends one session of the account' },
      endOtherSessions: { 'zh-CN': '退出其他所有登录', 'en-US': 'Ends every session of the account but this one' },
    },
  },

  application: {
    name: { 'zh-CN': '项目', 'en-US': 'Projects' },
    about: {
      'zh-CN': '项目把一组设备、回调设置和密钥放在一起',
      'en-US': 'A project holds devices, their callback and their secrets together',
    },
    calls: {
      list: { 'zh-CN': '列出账户的项目，最新的在前', 'en-US': 'The projects of the account, the newest first' },
      create: {
        'zh-CN': '新建项目；AppSecret 只在创建和重置时返回',
        'en-US': 'Makes a project; its AppSecret is answered only here and on reset',
      },
      read: { 'zh-CN': '获取一个项目', 'en-US': 'One project' },
      update: { 'zh-CN': '修改项目的名称和描述', 'en-US': 'Changes name and description of a project' },
      remove: { 'zh-CN': '删除项目及其全部内容，无法恢复', 'en-US': 'Deletes a project with everything in it, for good' },
      switch: {
        'zh-CN': '启用或停用项目；停用会断开其设备的连接，最多等待 1 秒',
        'en-US': 'Enables or disables a project; disabling ends the connections of its devices, and waits for that for a second at most',
      },
      rotateSecret: {
        'zh-CN': '轮换 AppSecret；旧密钥在重叠期内仍然有效',
        'en-US': 'Makes a new AppSecret; the old one stays valid for the overlap',
      },
    },
  },

  device: {
    name: { 'zh-CN': '设备', 'en-US': 'Devices' },
    about: {
      'zh-CN': '批量操作用 `sns` 指定序列号，或用 `filter` 指定条件；`{ "filter": {} }` 表示项目的全部设备',
      'en-US': 'Many at once are given by SN (`sns`) or by a `filter`; `{ "filter": {} }` means all devices of the project',
    },
    calls: {
      list: {
        'zh-CN': '列出项目的设备',
        'en-US': 'The devices of a project',
        more: {
          'zh-CN':
            '`more` 为 `true` 时，`total` 没有数完，实际更多：关键字、筛选条件或 `upTo` 匹配数千台设备时如此。要取全部，请翻页直到一页为空。\n\n`newest` 代表此刻项目里最新的设备：按条件批量操作时作为 `upTo` 带上，之后添加的设备不受影响；列表带上它，则不含之后添加的设备。',
          'en-US':
            'Where `more` is true, `total` was not counted to the end: there are more. This happens with a keyword, a filter or `upTo` that thousands match. To read all, turn pages until one is empty.\n\n`newest` stands for the newest device the project has now: given as `upTo` beside the `filter` of a call for many devices, it leaves alone what is added later, as a list does that is asked with it.',
        },
      },
      create: {
        'zh-CN': '添加设备；设备密钥只在添加和重置时返回',
        'en-US': 'Adds a device; its secret is answered only here and on reset',
      },
      createMany: {
        'zh-CN': '批量添加设备，最多 1000 台；每一行各自成功或失败',
        'en-US': 'Adds up to 1000 devices; each row succeeds or fails for itself',
      },
      removeMany: {
        'zh-CN': '批量删除设备',
        'en-US': 'Deletes a selection of devices',
        more: {
          'zh-CN': '`count` 是您确认过的台数：符合条件的不是这么多时，一台也不删除，返回 40910。filter 没有条件时必须给出。',
          'en-US':
            '`count` says how many are meant: where another number matches by now, none is deleted, and 40910 is answered. A filter without conditions needs it.',
        },
      },
      countMany: {
        'zh-CN': '数出所选的设备，无论多少台',
        'en-US': 'How many devices a selection has, counted to the end',
        more: {
          'zh-CN': '设备列表的 `more` 为 `true` 时用它得到准确的台数；`count` 可原样用于批量删除。',
          'en-US': 'The exact number where a list of devices has `more`; deleting many takes it as its `count`.',
        },
      },
      enableMany: { 'zh-CN': '批量启用设备', 'en-US': 'Enables a selection of devices' },
      disableMany: { 'zh-CN': '批量禁用设备', 'en-US': 'Disables a selection of devices' },
      tagMany: { 'zh-CN': '批量添加或移除标签', 'en-US': 'Adds tags to, and removes tags from, a selection of devices' },
      export: {
        'zh-CN': '将符合条件的设备导出为 CSV（UTF-8，带 BOM）',
        'en-US': 'The devices that match a filter as CSV (UTF-8 with BOM)',
      },
      tags: {
        'zh-CN': '列出项目使用中的标签，最常用的 500 个',
        'en-US': 'The tags in use in a project, the 500 most used first',
      },
      read: { 'zh-CN': '获取一台设备', 'en-US': 'One device' },
      update: {
        'zh-CN': '修改设备的名称、备注和标签，启用或禁用设备',
        'en-US': 'Changes name, remark and tags of a device, or enables or disables it',
      },
      remove: { 'zh-CN': '删除设备', 'en-US': 'Deletes a device' },
      resetSecret: { 'zh-CN': '重置设备密钥；旧密钥立即失效', 'en-US': 'Makes a new secret; the old one is refused at once' },
    },
  },

  config: {
    name: { 'zh-CN': '设备配置', 'en-US': 'Configuration' },
    about: {
      'zh-CN': '每台设备有期望值和设备上报的值；平台下发期望值，设备应用后上报结果',
      'en-US': 'What is wanted of each device and what it reports: the platform sends the one, the device answers with the other',
    },
    calls: {
      read: {
        'zh-CN': '获取设备配置：期望值与设备上报；版本号同时是 ETag',
        'en-US': 'The configuration of a device, wanted and reported; the version is also its ETag',
      },
      change: {
        'zh-CN': '修改设备的期望配置（JSON Merge Patch，RFC 7396）',
        'en-US': 'Changes the wanted configuration by a JSON merge patch (RFC 7396)',
        more: {
          'zh-CN':
            '用 `If-Match` 请求头给出所依据的版本号，即读取时的 ETag，形如 `"3"`，尚未配置时为 `"0"`：缺少时返回 428；它不是最新版本时返回 412，`data` 为当前配置。补丁中没有写到的只写值保持不变。什么都没有改变的补丁不产生新版本。',
          'en-US':
            '`If-Match` names the version it is based on, as the ETag of the read has it: `"3"`, or `"0"` before the first. 428 without it, 412 with the current configuration in `data` when it is not the newest. Write-only values that a patch leaves out stay as they are. A patch that changes nothing makes no version.',
        },
        requires: ['if-match'],
      },
      revisions: {
        'zh-CN': '列出设备配置最近的 50 个版本，最新的在前',
        'en-US': 'The newest 50 versions of a device’s configuration, the newest first',
      },
      rollback: {
        'zh-CN': '恢复一个历史版本，保存为新版本；只写值保持不变',
        'en-US': 'Makes an earlier version the wanted one again, as a new version; write-only values stay as they are now',
        more: {
          'zh-CN': '`If-Match` 请求头（形如 `"3"`）可选：给出时，若它不是最新版本，返回 412，`data` 为当前配置。',
          'en-US':
            '`If-Match`, as in `"3"`, may be left out; one that is not the newest version is answered by 412, with the current configuration in `data`.',
        },
      },
      changeMany: {
        'zh-CN': '批量修改配置：同一个补丁应用到最多 1000 台设备，每台各自成功或失败',
        'en-US': 'Applies one merge patch to at most 1000 devices; each succeeds or fails for itself',
        more: {
          'zh-CN': '本来就符合补丁的设备保持原版本（`isNew` 为 `false`），因此没有得到答复的调用可以重发。',
          'en-US':
            'A device that is as the patch wants it keeps its version (`isNew` is `false`): a call that was not answered may be sent again.',
        },
      },
      readSync: {
        'zh-CN': '查询设备的配置是否已同步，最多 100 台；不存在的设备不返回',
        'en-US': 'Whether at most 100 devices have what is wanted of them; those that do not exist are left out',
        more: {
          'zh-CN': '`unread` 为 true：设备已答复 (`config/reported`)，但内容无法读取，原因见它的 `device.invalid` 事件。',
          'en-US':
            '`unread` is true where a device has answered (`config/reported`) what could not be read: its event `device.invalid` says why.',
        },
      },
      readSchema: {
        'zh-CN': '获取项目的配置模式 (JSON Schema)',
        'en-US': 'The JSON Schema that configurations of this project have to meet',
      },
      changeSchema: {
        'zh-CN': '设置项目的配置模式',
        'en-US': 'Sets the JSON Schema of a project’s configurations',
        more: {
          'zh-CN':
            '支持 JSON Schema draft 2020-12 和 7，最大 64 KB，不能引用远程地址。已有的配置保持不变，下一次修改时须符合新的配置模式。',
          'en-US':
            'Draft 2020-12 or 7, at most 64 KB, without remote references. Configurations that exist stay as they are; the next change of each has to meet it.',
        },
      },
      checkSchema: {
        'zh-CN': '检查有多少已有的配置不符合给出的配置模式；不会保存',
        'en-US': 'How many of the configurations that exist a schema would refuse; nothing is saved',
        more: {
          'zh-CN': '最多检查两秒：`more` 为 `true` 时，还有配置没有检查到。',
          'en-US': 'It looks for two seconds: with `more`, there are configurations that were not looked at.',
        },
      },
      resetSchema: { 'zh-CN': '恢复为内置的深度相机配置模式', 'en-US': 'Goes back to the shipped schema for depth cameras' },
    },
  },

  event: {
    name: { 'zh-CN': '设备事件', 'en-US': 'Device events' },
    about: { 'zh-CN': '设备的时间线、离线诊断与实时事件流', 'en-US': 'What happened to a device, why it is offline, and what happens now' },
    calls: {
      list: {
        'zh-CN': '列出设备的事件，最新的在前；用 nextCursor 读取下一页',
        'en-US': 'What happened to a device, the newest first; asked again with nextCursor',
      },
      diagnose: {
        'zh-CN': '诊断设备离线或频繁上下线的原因，最可能的在前',
        'en-US': 'Why a device is offline, or comes and goes, the likeliest first',
      },
      stream: {
        'zh-CN': '实时事件流 (Server-Sent Events)：项目中设备的状态变化；指定 sn 时为该设备的全部事件',
        'en-US': 'Server-sent events: state changes of a project’s devices, and with sn everything of that one device',
      },
    },
  },

  depth: {
    name: { 'zh-CN': '深度预览', 'en-US': 'Depth preview' },
    about: { 'zh-CN': '通过 WebSocket 实时观看设备的深度画面', 'en-US': 'A device’s depth pictures, live by WebSocket' },
    calls: {
      ticket: {
        'zh-CN': '获取观看深度画面的票据，30 秒内有效，只能使用一次',
        'en-US': 'A ticket to watch a device’s depth, good once, within 30 seconds',
        more: {
          'zh-CN': `用票据建立连接：\`new WebSocket(url, ["depth.v1", "ticket." + ticket])\`。二进制消息是深度帧（格式见页面开头的“深度帧”），文本消息是 JSON：

- 收到 \`hello\`（设备、分辨率档位、相机、观看人数）、\`state\`（${DepthState.options.map((state) => `\`${state}\``).join('、')}）、第一帧之后每秒一次的 \`stats\`（帧率、\`sent\`、\`dropped\` 与时钟差）。
- **每处理完一帧须发送 \`{"type":"ack","seq":<帧序号>}\`**：最多有 ${DEPTH_CREDIT} 帧未确认，此后只保留最新的一帧，等待确认；长时间不确认（20 至 40 秒）即断开（关闭码 ${DepthClose.silent}）。
- 还可以发送 \`{"type":"profile","profile":"640x480@10"}\` 切换档位，以及 \`{"type":"ping","sentAt":<毫秒>}\`，应答为 \`pong\`。其他消息会使连接以 ${DepthClose.malformed} 关闭；不再有权观看为 ${DepthClose.ended}，超过 ${MAX_VIEWERS} 人同时观看为 ${DepthClose.busy}。`,
          'en-US': `Connect with it: \`new WebSocket(url, ["depth.v1", "ticket." + ticket])\`. Binary messages are depth frames (see “Depth frames” at the beginning of this page), text messages are JSON:

- You receive \`hello\` (device, profile, camera, how many watch), \`state\` (${DepthState.options.map((state) => `\`${state}\``).join(', ')}), and from the first frame on, every second, \`stats\` (frame rate, \`sent\`, \`dropped\`, and how far the device’s clock is off).
- **Send \`{"type":"ack","seq":<number of the frame>}\` once a frame is dealt with**: at most ${DEPTH_CREDIT} are sent without it; then only the newest one is kept, and waits for it. Without any for long (20 to 40 s) the connection is closed (close code ${DepthClose.silent}).
- \`{"type":"profile","profile":"640x480@10"}\` changes the profile; \`{"type":"ping","sentAt":<milliseconds>}\` is answered by \`pong\`. Anything else closes the connection with ${DepthClose.malformed}; ${DepthClose.ended} says that watching is no longer allowed, ${DepthClose.busy} that ${MAX_VIEWERS} watch already.`,
        },
      },
    },
  },

  webhook: {
    name: { 'zh-CN': '回调', 'en-US': 'Callbacks' },
    about: {
      'zh-CN': '回调设置、回调记录、测试与签名诊断；您的服务器会收到什么，见页面末尾的 Webhooks',
      'en-US': 'Settings, records, tests and the signature doctor; what your server receives is under Webhooks at the end',
    },
    calls: {
      read: {
        'zh-CN': '获取回调设置；还没有保存过时为 null',
        'en-US': 'The callback settings of a project; null before they are saved for the first time',
      },
      save: {
        'zh-CN': '保存回调设置；首次保存时返回签名密钥',
        'en-US': 'Sets the callback, or replaces it; the answer has the signing secret when it is new',
      },
      check: {
        'zh-CN': '检查回调地址是否可以保存；不会向它发送请求',
        'en-US': 'Says of a URL, before it is saved, what saving it would say; nothing is sent to it',
      },
      switch: {
        'zh-CN': '启用或停用回调；停用期间事件最多保留 7 天，启用后补发，同一设备的事件保持原顺序',
        'en-US':
          'Enables or disables the callback; while it is disabled events are kept for 7 days, and sent afterwards, those of a device in order',
      },
      rotateSecret: {
        'zh-CN': '轮换签名密钥；重叠期内每次推送带新旧两个签名',
        'en-US': 'Makes a new signing secret; for the overlap, both sign',
      },
      test: {
        'zh-CN': `立即发送一条带签名的示例，返回请求与响应；与 replay 合计每个项目每分钟最多 ${SENT_BY_HAND.max} 次`,
        'en-US': `Sends an example now, signed like the real ones, and answers what happened; at most ${SENT_BY_HAND.max} a minute of a project, with replays`,
      },
      doctor: {
        'zh-CN': '签名诊断：根据回调记录、您收到的内容，或两者，说明验签失败的原因',
        'en-US': 'Says why a signature does not verify, from a record, from what a receiver got, or both',
      },
      eventTypes: {
        'zh-CN': '列出可订阅的事件，含请求体的 JSON Schema 和示例',
        'en-US': 'What a callback can be about, with the JSON Schema of the body and an example',
      },
      stats: {
        'zh-CN': '推送统计：一段时间内的成功、失败次数与耗时（毫秒）',
        'en-US': 'Tries over time: how many were delivered, how many failed, and how long receivers took (ms)',
      },
      records: {
        'zh-CN': '列出回调记录，最新的在前；最多列出 10,000 条，更早的请用筛选条件查找',
        'en-US': 'The callback records, the newest first; the list ends after 10,000: a filter shows what is behind',
      },
      exportRecords: {
        'zh-CN': '将符合条件的回调记录导出为 CSV（UTF-8，带 BOM）',
        'en-US': 'The records that match a filter as CSV (UTF-8 with BOM)',
      },
      resendable: {
        'zh-CN': '预览重新发送符合条件的全部记录：会发送多少条，略过多少条',
        'en-US': 'What sending again all that match a filter would send, and what it would leave out',
        more: {
          'zh-CN': '把返回的 `to` 放进重新发送的 `filter`，之后新产生的记录不会发送；已有记录的状态在此期间变化的，以发送时为准。',
          'en-US':
            'With the answered `to` in the `filter` that is sent again, nothing newer is sent; records whose state changes in between count as they are then.',
        },
      },
      resendRecords: {
        'zh-CN': '重新发送指定的记录，或符合条件的全部记录（不含测试）',
        'en-US': 'Sends some records again, or all that match a filter but tests',
        more: {
          'zh-CN': '已成功、已失败和等待重试的记录都会再次发送，`webhook-id` 不变，您的服务器可据此去重。',
          'en-US':
            'That is what was delivered, has failed or waits for its next try. Each keeps its `webhook-id`, by which your server recognises it.',
        },
      },
      record: { 'zh-CN': '获取一条回调记录，含推送过程与请求体', 'en-US': 'One record with its attempts and its payload' },
      resend: { 'zh-CN': '重新发送一条记录，webhook-id 不变', 'en-US': 'Sends one record again, with the same webhook-id' },
      replay: {
        'zh-CN': `将一条记录发送到其他地址，返回两次推送的结果；不带附加请求头，不产生记录；与 test 合计每个项目每分钟最多 ${SENT_BY_HAND.max} 次`,
        'en-US': `Sends one record to another URL, without the extra headers, and answers both attempts; nothing is recorded; at most ${SENT_BY_HAND.max} a minute of a project, with tests`,
      },
    },
  },

  bin: {
    name: { 'zh-CN': '请求接收器', 'en-US': 'Request bin' },
    about: {
      'zh-CN': '平台自带的接收地址：不需要服务器就能看到回调',
      'en-US': 'A receiver inside the platform: see your callbacks without a server',
    },
    calls: {
      read: {
        'zh-CN': '获取项目的请求接收器和收到的请求；没有时为 null',
        'en-US': 'The request bin of a project, and what arrived there; null while there is none',
      },
      open: {
        'zh-CN': '设置请求接收器返回什么；还没有时先创建',
        'en-US': 'Makes the request bin of a project unless there is one, and says what it answers',
      },
      remove: {
        'zh-CN': '移除请求接收器和收到的请求；这个地址永久失效',
        'en-US': 'Removes the request bin with what arrived there; its address is dead for good',
      },
    },
  },

  packet: {
    name: { 'zh-CN': '版本', 'en-US': 'Versions' },
    about: {
      'zh-CN': `设备的软件包；较大的文件可以断点续传（tus 1.0，\`${UPLOAD_PATH}\`）`,
      'en-US': `The software of devices; large files can be uploaded with pauses (tus 1.0 at \`${UPLOAD_PATH}\`)`,
    },
    calls: {
      all: { 'zh-CN': '列出可供选择的全部版本，最新的在前', 'en-US': 'Every version, to choose from: the newest first' },
      list: {
        'zh-CN': '列出版本，最新的在前；keyword 搜索名称、版本号和说明',
        'en-US': 'The versions, the newest first; keyword looks in name, version and description',
      },
      check: {
        'zh-CN': '上传前检查：版本号是否已存在、相同内容是否已存在、文件最大多少',
        'en-US': 'Before an upload: is the version taken, is the same content here already, how much may be sent',
      },
      read: { 'zh-CN': '获取一个版本', 'en-US': 'One version' },
      upload: { 'zh-CN': '一次性上传一个版本；字段顺序不限', 'en-US': 'Uploads a version in one piece; the fields may come in any order' },
      update: {
        'zh-CN': '修改版本的说明；名称、版本号和文件不能修改',
        'en-US': 'Changes the description of a version; its name, number and file stay',
      },
      remove: { 'zh-CN': '删除没有升级任务需要的版本', 'en-US': 'Deletes a version that no upgrade needs' },
    },
  },

  upgrade: {
    name: { 'zh-CN': '升级任务', 'en-US': 'Upgrades' },
    about: { 'zh-CN': '分批升级设备，失败过多时自动暂停', 'en-US': 'Upgrades devices by and by, and pauses when too many fail' },
    calls: {
      list: { 'zh-CN': '列出项目的升级任务，最新的在前', 'en-US': 'The upgrades of a project, the newest first' },
      create: {
        'zh-CN': '新建升级任务；正在进行其他升级的设备将改为此版本',
        'en-US': 'Upgrades devices to a version; those that are in another upgrade go over to this one',
        more: {
          'zh-CN':
            '可用 `Idempotency-Key` 请求头标识一次请求：没有收到应答时，以相同的标识和内容重发，得到的是第一次创建的任务。`target.sns` 中不属于本项目的序列号不参与升级，列在应答的 `unknownSns` 里。',
          'en-US':
            '`Idempotency-Key` names a request: one whose answer was lost is sent again, with the same key and body, and answers the upgrade that the first one made. Serial numbers of `target.sns` that are none of the project’s are left out, and listed in `unknownSns`.',
        },
      },
      preview: {
        'zh-CN': '预览升级涉及的设备数量',
        'en-US': 'How many devices an upgrade would be about',
        more: {
          'zh-CN': '项目的设备超过 20,000 台、又按比例升级整个项目时，为估算值。不属于本项目的序列号列在 `unknownSns` 里。',
          'en-US':
            'Of a share of more than 20,000 devices of a whole project: about so many. Serial numbers that are none of the project’s are listed in `unknownSns`.',
        },
      },
      packets: {
        'zh-CN': '列出可以升级到的版本，最新的在前；其 id 即新建升级任务时的 packetId',
        'en-US': 'The versions to upgrade to, the newest first: the id is the packetId of an upgrade',
      },
      versions: {
        'zh-CN': '项目的版本分布：每个版本有多少台设备，最多的在前',
        'en-US': 'How many devices of a project run which version, the most used first',
        more: { 'zh-CN': '名称为空：设备没有上报过版本。', 'en-US': 'An empty name: they never said.' },
      },
      read: {
        'zh-CN': '获取一个升级任务',
        'en-US': 'One upgrade',
        more: {
          'zh-CN':
            '`retryable`：失败或超时的设备中可以重试的台数，不含已删除和正在其他升级任务中的设备。失败超过 1000 台时为约数。`widened`：按比例升级之后，对同一批设备和同一版本扩大到的最大比例，及其任务；已取消的不算。',
          'en-US':
            '`retryable`: of the devices that failed or timed out, how many can be tried again: not those that have been deleted, or are in another upgrade. About so many, where more than 1000 failed. `widened`: of an upgrade of a share, the largest share of the same devices that the same version was taken to since, and that upgrade; those cancelled do not count.',
        },
      },
      devices: {
        'zh-CN': '列出升级任务中的设备；指定 outcome 时，最近变化的在前',
        'en-US': 'The devices of an upgrade; with an outcome, those that changed last first',
      },
      retry: {
        'zh-CN': '重试失败或超时的设备，全部或指定的几台；已删除的设备和已改为其他升级任务的设备不重试，只在应答中计数',
        'en-US':
          'Lets the devices that failed or timed out try again, all of them or some; those that were deleted or are in another upgrade by now do not, and are only counted',
      },
      pause: { 'zh-CN': '暂停升级任务：不再通知其余设备，进行中的继续', 'en-US': 'Tells no further device; those under way go on' },
      resume: {
        'zh-CN': '继续升级任务；若因失败自动暂停，或失败已超过该比例，此前的结果不再计入',
        'en-US': 'Goes on; where it paused for failures, or would at once, the results up to now no longer count towards the threshold',
      },
      cancel: {
        'zh-CN': '取消升级任务；已经通知的设备仍可能完成或失败，届时按实际结果计入',
        'en-US': 'Ends it; a device that was told already may still finish or fail, and then counts as that',
      },
      ofDevice: { 'zh-CN': '列出一台设备最近的十次升级，最新的在前', 'en-US': 'The last ten upgrades of one device, the newest first' },
    },
  },

  broker: {
    name: { 'zh-CN': '设备连接', 'en-US': 'Connections' },
    about: { 'zh-CN': '设备当前的 MQTT 连接', 'en-US': 'A device’s MQTT connection of now' },
    calls: {
      client: {
        'zh-CN': '获取设备的连接信息；id 为 {appKey}.{sn}',
        'en-US': 'What the broker knows of a device’s connection; the id is {appKey}.{sn}',
      },
      kick: { 'zh-CN': '将设备踢下线；设备可以重新连接', 'en-US': 'Ends a device’s connection; it may connect again' },
    },
  },
};

import type { Language } from '../../contract/errors';
import { DEVICE_RATE, FRAME_RATE, MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES } from '../../contract/topics';

const KB = 1024;
const rate = ({ max, windowMs }: typeof DEVICE_RATE | typeof FRAME_RATE) => ({ max, seconds: windowMs / 1000 });
const [messages, frames] = [rate(DEVICE_RATE), rate(FRAME_RATE)];
const [largest, largestFrame] = [`${MAX_PAYLOAD_BYTES / KB} KB`, `${MAX_FRAME_BYTES / KB / KB} MB`];

/** What the maker of a device has to know: how it connects, what it says, and what it is told; in Markdown. */
export const deviceText: Record<Language, string> = {
  'zh-CN': `## 设备接入 (MQTT)
设备用 MQTT 3.1.1 连接 \`GET /v1/platform/settings\` 返回的 \`mqttUrl\`，浏览器用 \`mqttWsUrl\`。在控制台添加设备后，可以直接复制几种语言的连接代码。
- **身份**：client id 和用户名都是 \`{appKey}.{sn}\`，密码是设备密钥。拒绝连接的原因显示在控制台的设备详情里。
- **主题**：设备只能发布到 \`v1/{appKey}/{sn}/up/…\`，只能订阅 \`v1/{appKey}/{sn}/down/…\`，例如 \`v1/{appKey}/{sn}/down/#\`。发布到其他主题会断开连接。不要使用 retain：它没有作用，或者会被拒绝。
- **消息**：除深度帧外都是 UTF-8 的 JSON 对象，最大 ${largest}：更大的会断开连接，重连后不要再发同一条。${messages.seconds} 秒内超过 ${messages.max} 条也会断开连接。以 QoS 1 发布的消息，平台存好之后才确认 (PUBACK)。其他不合要求的内容不会断开连接，也不会转发：控制台的设备详情会说明哪里不对。

设备发布，\`up/\` 之后：
- \`status\`（QoS 1）：每次连接后说明自己运行的版本 \`{ "packet": { "name", "version" } }\`。遗嘱也发到这里，QoS 1：\`{ "online": false }\`
- \`telemetry\`（QoS 0 或 1）：\`{ "ts"?, "values": { … } }\`。\`ts\` 是设备的时间：自 1970 年起的毫秒数，或带时区的 ISO 8601 文本，如 \`2026-11-22T10:00:00+08:00\`；平台原样转发。超过 2^53 的整数会失去精度，请写成文本
- \`event/{name}\`（QoS 1）：\`{ "id"?, "ts"?, "level"?, "data": { … } }\`。\`{name}\` 由字母、数字、\`_\`、\`-\` 组成，最长 64 个字符；\`id\` 是最长 64 个字符的文本，\`level\` 最长 16 个字符；\`data\` 可以是任意 JSON，原样推送
- \`config/get\`（QoS 1）：已有的配置版本 \`{ "version" }\`，没有时为 0；有更新的版本时，平台随即下发
- \`config/reported\`（QoS 1）：配置的结果 \`{ "version", "state", "result": "ok" | "partial" | "rejected", "errors"?: [{ "path", "code", "message" }] }\`。\`state\` 是设备现在的整个配置，拒绝时也要有。\`path\` 是键名和列表中的位置（从 0 开始），用点连接：\`lines.0.a.x\`；写成 \`lines[0].a.x\` 或 \`/lines/0/a/x\` 也可以
- \`upgrade/progress\`（QoS 1）：升级的进度 \`{ "packetId", "stage": "downloading" | "installing" | "succeeded" | "failed", "percent"?, "error"? }\`

平台发布，\`down/\` 之后，都是 QoS 1：
- \`config/desired\`：\`{ "version", "state" }\`，\`state\` 是完整的配置，其中没有的项即未设置。设备应用后发布 \`config/reported\`；已有这个或更新的版本时不必理会。
- \`upgrade/notice\`：\`{ "packetId", "name", "version", "size", "sha256", "url", "expiresAt" }\`。设备下载（支持 \`Range\`）、校验、安装、重新连接，并在 \`status\` 中说明新版本；在此之前平台会重复通知。\`packetId\` 相同的通知只是更新下载链接；不同的通知取代正在进行的升级。通知的版本就是设备正在运行的版本时，也要放弃正在进行的升级，并重新发布 \`status\`。

深度相机在 \`status\` 中加上 \`"depth": { "width", "height", "fps", "encodings": ["raw", "rvl", "zdelta"] }\`，收到 \`down/depth/ctl\` 后向 \`up/depth/frame\` 发布 DPTH 帧（QoS 0，最大 ${largestFrame}，${frames.seconds} 秒内最多 ${frames.max} 帧），并以 \`up/depth/state\` 应答。格式见下面的“深度帧”，完整的设备见源代码的 \`device-kit/\`。`,

  'en-US': `## Connecting devices (MQTT)
A device connects by MQTT 3.1.1 to the \`mqttUrl\` of \`GET /v1/platform/settings\`, a browser to its \`mqttWsUrl\`. When a device is added, the console has code in several languages to copy.
- **Identity**: client id and user name are both \`{appKey}.{sn}\`, the password is the device’s secret. Why a connection was refused is told in the device’s details in the console.
- **Topics**: a device publishes only below \`v1/{appKey}/{sn}/up/\`, and subscribes only below \`v1/{appKey}/{sn}/down/\`, as to \`v1/{appKey}/{sn}/down/#\`. To publish anywhere else ends the connection. Don’t retain anything: that does nothing, or is refused.
- **Messages** are JSON objects in UTF-8, all but depth frames, of at most ${largest}: a larger one ends the connection, and is not to be sent again once connected anew. More than ${messages.max} within ${messages.seconds} s end it, too. What is published with QoS 1 is acknowledged (PUBACK) only after it has been stored. Content that is otherwise not as it has to be ends nothing, and is passed on to nobody: the device’s details in the console say what is wrong with it.

A device publishes, after \`up/\`:
- \`status\` (QoS 1): after each connect, the version it runs: \`{ "packet": { "name", "version" } }\`. Its will goes here, too, with QoS 1: \`{ "online": false }\`
- \`telemetry\` (QoS 0 or 1): \`{ "ts"?, "values": { … } }\`. \`ts\` is the device’s time: milliseconds since 1970, or a text in ISO 8601 with its time zone, as \`2026-11-22T10:00:00+08:00\`; it is passed on as it is. Integers beyond 2^53 lose digits: write them as texts
- \`event/{name}\` (QoS 1): \`{ "id"?, "ts"?, "level"?, "data": { … } }\`. A \`{name}\` has up to 64 letters, digits, \`_\` and \`-\`; \`id\` is a text of up to 64 characters, \`level\` of up to 16; \`data\` may be any JSON, and is passed on as it is
- \`config/get\` (QoS 1): the version of its configuration, \`{ "version" }\`, 0 without one; where there is a newer one it is sent
- \`config/reported\` (QoS 1): what became of a configuration: \`{ "version", "state", "result": "ok" | "partial" | "rejected", "errors"?: [{ "path", "code", "message" }] }\`. \`state\` is all of what the device has now, also when it rejects. A \`path\` is keys, and places in lists from 0, joined by dots: \`lines.0.a.x\`; \`lines[0].a.x\` and \`/lines/0/a/x\` are understood, too
- \`upgrade/progress\` (QoS 1): how far an upgrade is: \`{ "packetId", "stage": "downloading" | "installing" | "succeeded" | "failed", "percent"?, "error"? }\`

The platform publishes, after \`down/\`, all with QoS 1:
- \`config/desired\`: \`{ "version", "state" }\`; \`state\` is all of the configuration: what is not in it is not set. The device applies it and publishes \`config/reported\`; with this version or a newer one it leaves it.
- \`upgrade/notice\`: \`{ "packetId", "name", "version", "size", "sha256", "url", "expiresAt" }\`. The device downloads it (\`Range\` is understood), verifies, installs, connects again and says the new version in \`status\`; until then it is told again. A notice with the same \`packetId\` only brings another link; one with another takes the place of the upgrade under way. If it names the version the device runs, the device gives up the upgrade under way as well, and publishes \`status\` again.

A depth camera adds \`"depth": { "width", "height", "fps", "encodings": ["raw", "rvl", "zdelta"] }\` to its \`status\`. Told by \`down/depth/ctl\`, it publishes DPTH frames to \`up/depth/frame\` (QoS 0, at most ${largestFrame}, ${frames.max} within ${frames.seconds} s) and answers on \`up/depth/state\`. The format is below, in “Depth frames”; a whole device is in the source, in \`device-kit/\`.`,
};

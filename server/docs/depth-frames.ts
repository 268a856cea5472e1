import type { Language } from '../../contract/errors';

/** The header of the picture below, without its payload: what a writer of frames compares its own with. */
const EXAMPLE = `44505448 01 40 02 02 07000000 8002e001 40c227dafe5b0600 6f12833a
2c01a00f cdcce843 cdcce843 00c09f43 00806f43 04000000 03000000 0000000000000000`;

/** What the maker of a depth camera has to know (device-protocol.md, Depth frames); in Markdown. */
export const depthFrameText: Record<Language, string> = {
  'zh-CN': `## 深度帧 (DPTH)
\`down/depth/ctl\` 是 \`{ "op": "start" | "stop", "session", "ttl", "issuedAt", "fps", "width", "height", "encoding" }\`。收到 \`start\` 后，设备以不超过 \`fps\` 的帧率、不超过 \`width\` × \`height\` 的分辨率（把自己的分辨率除以整数）发布深度帧；观看期间平台会重复 \`start\`，最后一次之后 \`ttl\` 秒自行停止；\`issuedAt\`（平台时间，毫秒）比 \`ttl\` 还早的 \`start\` 不必理会。流开始、改变、结束以及每次收到 \`start\` 时，设备发布 \`up/depth/state\`（QoS 1）：\`{ "session", "streaming", "fps", "reason", "issuedAt"?, "ts"? }\`，\`issuedAt\` 照抄 \`start\` 的，\`ts\` 是设备现在的时间（毫秒）。

一帧是 64 字节的帧头加数据，都是小端：

| 偏移 | 类型 | 内容 |
|---|---|---|
| 0 | 4 字节 | 文本 \`DPTH\` |
| 4 | u8 | 版本：1 |
| 5 | u8 | 帧头长度：64 |
| 6 | u8 | 编码：0 RAW，1 RVL，2 ZDELTA |
| 7 | u8 | 标志：2 有相机内参，4 分辨率低于传感器，两者都有时相加 |
| 8 | u32 | 帧序号，每采集一帧加 1 |
| 12 | u16 | 宽，1–4096 |
| 14 | u16 | 高，1–4096 |
| 16 | u64 | 采集时间，自 1970 年起的微秒数，按设备的时钟 |
| 24 | f32 | 深度值每一级的米数：0.001 即毫米 |
| 28 | u16 | 建议显示的最小深度值，0 表示没有 |
| 30 | u16 | 建议显示的最大深度值，0 表示没有 |
| 32 | f32 × 4 | fx、fy、cx、cy，以本帧的像素为单位 |
| 48 | u32 | 数据的字节数 |
| 52 | u32 | \`start\` 的 \`session\` |
| 56 | 8 字节 | 0 |

深度值是 u16，逐行排列，0 表示没有测到。平台能读所有编码，不论 \`start\` 要求哪一种；坏帧只会计数并跳过。
- **RAW**：深度值本身，每个 2 字节。
- **RVL**（Wilson，2017）：反复写出连续 0 的个数、连续非 0 值的个数，再写出这些非 0 值各自与前一个非 0 值（跨行继续，最初为 0）之差，差用 zig-zag 编码。每个数从低位起拆成 3 位一组，各占 4 位，最高位为 1 表示后面还有；每 8 组填满一个 u32，先填最高的 4 位，最后不满的补 0。
- **ZDELTA**：每个值与左边的值（每行第一个与上一行的第一个，第一行的与 0）之差，作为 16 位整数用 zig-zag 编码；先写所有低字节，再写所有高字节，然后用 raw deflate (RFC 1951) 压缩。

例子：640 × 480，ZDELTA，有内参，序号 7，\`session\` 3，数据 4 字节，帧头是

\`\`\`
${EXAMPLE}
\`\`\``,

  'en-US': `## Depth frames (DPTH)
\`down/depth/ctl\` is \`{ "op": "start" | "stop", "session", "ttl", "issuedAt", "fps", "width", "height", "encoding" }\`. After a \`start\`, the device publishes at most \`fps\` frames a second, of at most \`width\` × \`height\` (its own resolution divided by a whole number). While somebody watches, \`start\` is repeated; \`ttl\` seconds after the last one the device stops by itself, and it ignores a \`start\` whose \`issuedAt\` (the platform’s time in milliseconds) is longer ago than that. When a stream begins, changes or ends, and at every \`start\`, the device publishes \`up/depth/state\` (QoS 1): \`{ "session", "streaming", "fps", "reason", "issuedAt"?, "ts"? }\`, with the \`issuedAt\` of the \`start\`, and with its own time in milliseconds as \`ts\`.

A frame is a header of 64 bytes and its payload, all little-endian:

| Offset | Type | Content |
|---|---|---|
| 0 | 4 bytes | the text \`DPTH\` |
| 4 | u8 | version: 1 |
| 5 | u8 | length of the header: 64 |
| 6 | u8 | encoding: 0 RAW, 1 RVL, 2 ZDELTA |
| 7 | u8 | flags: 2 has intrinsics, 4 smaller than the sensor’s picture; added when both hold |
| 8 | u32 | sequence number, one more for every captured frame |
| 12 | u16 | width, 1–4096 |
| 14 | u16 | height, 1–4096 |
| 16 | u64 | capture time, microseconds since 1970, by the device’s clock |
| 24 | f32 | metres of one step of depth: 0.001 for millimetres |
| 28 | u16 | the smallest depth worth showing, in steps; 0 for none |
| 30 | u16 | the largest depth worth showing, in steps; 0 for none |
| 32 | f32 × 4 | fx, fy, cx, cy, in pixels of this frame |
| 48 | u32 | bytes of the payload |
| 52 | u32 | \`session\` of the \`start\` |
| 56 | 8 bytes | 0 |

Depth values are u16, row by row, 0 where nothing was measured. The platform reads every encoding, whichever \`start\` asked for; a broken frame is counted and skipped.
- **RAW**: the values themselves, 2 bytes each.
- **RVL** (Wilson, 2017): again and again, the length of a run of zeros, the length of a run of other values, and for each of these its difference to the last value that was not 0 (across rows, at first 0), as zig-zag. A number is split into groups of 3 bits, lowest first, each in a nibble whose highest bit says that more follow. Eight nibbles fill a u32, the highest first; the last one is filled up with zeros.
- **ZDELTA**: the difference of each value to the one on its left (the first of a row: to the first of the row above, in the first row: to 0), as a 16-bit zig-zag; all low bytes, then all high bytes; compressed as raw deflate (RFC 1951).

An example: 640 × 480, ZDELTA, with intrinsics, number 7, \`session\` 3, a payload of 4 bytes. Its header is

\`\`\`
${EXAMPLE}
\`\`\``,
};

const sn = 'DC-2026-0042';
const email = 'dev@example.com';
const selection = { sns: [sn] };
const schema = {
  type: 'object',
  properties: { threshold: { title: 'Threshold', type: 'number', minimum: 0, maximum: 100, default: 60, 'x-unit': '%' } },
};

/** What a call may be tried with, by its operationId: made up from patterns alone it would be noise. */
export const bodyExamples: Record<string, object> = {
  'account.sendCode': { email, purpose: 'register' },
  'account.register': { email, password: 'contour-line-7', name: 'dev' },
  'account.login': { email, password: 'contour-line-7' },
  'account.resetPassword': { email, code: '123456', password: 'contour-line-8' },
  'account.update': { name: 'dev' },
  'account.changePassword': { password: 'contour-line-7', newPassword: 'contour-line-8' },
  'account.close': { password: 'contour-line-7' },
  'application.create': { name: 'North gate', description: 'Depth cameras of the north gate', categoryId: 1 },
  'application.update': { name: 'North gate', description: 'Depth cameras of the north gate', categoryId: 1 },
  'application.switch': { id: 1, status: 'disabled' },
  'application.rotateSecret': { overlapHours: 24 },
  'device.create': { sn, name: 'North gate 1', tags: ['gate'] },
  'device.createMany': { devices: [{ sn, name: 'North gate 1', tags: ['gate'] }, { sn: 'DC-2026-0043' }] },
  'device.removeMany': selection,
  'device.countMany': selection,
  'device.enableMany': selection,
  'device.disableMany': selection,
  'device.tagMany': { ...selection, add: ['gate'], remove: ['spare'] },
  'device.update': { name: 'North gate 1', tags: ['gate'] },
  'config.rollback': { version: 1, note: 'as it was' },
  'config.changeMany': { ...selection, patch: { depth: { fps: 15 } }, note: 'fewer pictures at night' },
  'config.readSync': selection,
  'config.changeSchema': { schema },
  'config.checkSchema': { schema },
  'depth.ticket': { profile: '320x240@10' },
  'webhook.save': { url: 'https://example.com/iot', events: ['device.online', 'device.offline', 'device.event'] },
  'webhook.check': { url: 'https://example.com/iot' },
  'webhook.switch': { status: 'disabled' },
  'webhook.rotateSecret': { overlapHours: 24 },
  'webhook.test': { type: 'ping' },
  'webhook.doctor': {
    headers: {
      'webhook-id': 'msg_01k4w0qk2v8d2f6a1c3e5b7d9f',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
    body: '{"type":"ping"}',
  },
  'webhook.resendRecords': { filter: { status: 'failed' } },
  'webhook.replay': { url: 'https://example.com/iot' },
  'packet.update': { description: '- Clearer depth at night' },
  'bin.open': { answer: 'ok' },
  'upgrade.create': { packetId: 1, target: { percent: 10 }, pauseThresholdPercent: 20, note: 'a small part first' },
  'upgrade.preview': { packetId: 1, target: { percent: 10 } },
  'upgrade.retry': selection,
};

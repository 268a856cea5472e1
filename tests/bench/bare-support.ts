import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';

/** What a list is held against: nothing but `node:http` and the statements the platform runs for a first page, prepared once. */
function serveBare(file: string, port: number) {
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec('pragma cache_size = -65536; pragma mmap_size = 268435456');
  const session = db.prepare(
    `select session.id as "sessionId", session."lastSeenAt", account.id, account.email, account.name
     from session inner join account on account.id = session."accountId" where session."tokenHash" = ? and session."expiresAt" > ?`,
  );
  const project = db.prepare('select * from application where "appKey" = ? and "ownerId" = ?');
  const counts = db.prepare('select * from "deviceCount" where "applicationId" in (?)');
  const ids = db.prepare('select id from device where "applicationId" = ? order by id desc limit ? offset ?');
  const devices = db.prepare(`select * from device where id in (${Array(10).fill('?').join(', ')})`);

  createServer((request, reply) => {
    const token = (request.headers.authorization ?? '').slice(7);
    const { id: ownerId } = session.get(createHash('sha256').update(token).digest('hex'), Date.now()) as { id: number };
    const appKey = request.url?.split('/')[3] ?? '';
    const { id } = project.get(appKey, ownerId) as { id: number };
    const states = counts.all(id) as { state: string; count: number }[];
    const page = (ids.all(id, 10, 0) as { id: number }[]).map((row) => row.id);
    const rows = devices.all(...page) as Record<string, string & number>[];
    const data = {
      list: rows.reverse().map(({ sn, name, remark, tags, state, stateSince, address, packetName, packetVersion, createdAt }) => ({
        sn,
        name,
        remark,
        tags: JSON.parse(tags ?? ''),
        state,
        stateSince: new Date(stateSince ?? 0).toISOString(),
        address,
        packetName,
        packetVersion,
        lastSeenAt: null,
        createdAt: new Date(createdAt ?? 0).toISOString(),
      })),
      total: states.reduce((sum, { count }) => sum + count, 0),
      counts: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    };
    reply.setHeader('content-type', 'application/json; charset=utf-8');
    reply.end(JSON.stringify({ success: true, code: 0, data }));
  }).listen(port, '127.0.0.1', () => process.send?.('ready'));
}

const [file = '', port] = process.argv.slice(2);
serveBare(file, Number(port));

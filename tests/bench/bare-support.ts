import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';

const [file = '', port] = process.argv.slice(2);
// Kept in a module variable, because prepared statements are closed when the database is garbage-collected.
const db = new DatabaseSync(file, { readOnly: true });

/** The baseline for lists: `node:http` and the platform's SQL for a first page, as prepared statements. */
function serveBare() {
  db.exec('pragma cache_size = -65536; pragma mmap_size = 268435456');
  const session = db.prepare(
    `select session.id as "sessionId", session."lastSeenAt", account.id, account.email, account.name
     from session inner join account on account.id = session."accountId" where session."tokenHash" = ? and session."expiresAt" > ?`,
  );
  const project = db.prepare('select * from application where "appKey" = ? and "ownerId" = ?');
  const counts = db.prepare('select * from "deviceCount" where "applicationId" in (?)');
  const devices = db.prepare(
    `select id, sn, name, remark, tags, state, "stateSince", address, "packetName", "packetVersion", "lastSeenAt", "createdAt" from device
     where id in (select id from device where "applicationId" = ? order by id desc limit ? offset ?)`,
  );

  createServer((request, reply) => {
    const token = (request.headers.authorization ?? '').slice(7);
    const { id: ownerId } = session.get(createHash('sha256').update(token).digest('hex'), Date.now()) as { id: number };
    const appKey = request.url?.split('/')[3] ?? '';
    const { id } = project.get(appKey, ownerId) as { id: number };
    const states = counts.all(id) as { state: string; count: number }[];
    const rows = devices.all(id, 10, 0) as Record<string, string & number>[];
    const data = {
      list: rows
        .reverse()
        .map(({ sn, name, remark, tags, state, stateSince, address, packetName, packetVersion, lastSeenAt, createdAt }) => ({
          sn,
          name,
          remark,
          tags: JSON.parse(tags ?? ''),
          enabled: String(state) !== 'disabled',
          state,
          stateSince: new Date(stateSince ?? 0).toISOString(),
          address,
          packetName,
          packetVersion,
          lastSeenAt: lastSeenAt ? new Date(lastSeenAt).toISOString() : null,
          createdAt: new Date(createdAt ?? 0).toISOString(),
        })),
      total: states.reduce((sum, { count }) => sum + count, 0),
      counts: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    };
    reply.setHeader('content-type', 'application/json; charset=utf-8');
    reply.end(JSON.stringify({ success: true, code: 0, data }));
  }).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
}

serveBare();

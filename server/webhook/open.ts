import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Mailer } from '../account/mail';
import { type Bins, openBins } from '../bin/open';
import type { Config } from '../config';
import type { Database } from '../db/database';
import type { Nudge } from '../event/nudge';
import { openSealer, type Sealer } from '../seal';
import { type Delivery, openDelivery } from './delivery';
import { openDispatcher } from './dispatcher';
import { openLeases } from './lease';
import { noticeMail, type OwnerNotice } from './mail-text';
import { measured } from './metrics';
import { type Outbox, openOutbox } from './outbox';
import { openPost } from './post';
import { startRecordRetention } from './retention';

/** What is in the air when the platform stops has this long to land; what has not is sent again after the start. */
const GRACE_MS = 4000;

interface Parts {
  config: Config;
  db: Database;
  nudge: Nudge;
  mailer: Mailer;
  log: Logger;
  metrics: Registry;
  /** 32 bytes that seal secrets and headers. */
  key: Buffer;
  now: () => number;
}

/** Everything that stands between the events and the developers' servers. */
export interface Callbacks {
  outbox: Outbox;
  delivery: Delivery;
  bins: Bins;
  sealer: Sealer;
  /** These projects have something to send, or may again. */
  wake(applicationIds: number[]): void;
  /** Sends what is due, and removes what is too old. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export function openCallbacks({ config, db, nudge, mailer, log, metrics, key, now }: Parts): Callbacks {
  const post = openPost(config.callbackAllowPrivate);
  const sealer = openSealer(key);
  const bins = openBins({ db, sealer, config, now });
  const delivery = measured(openDelivery({ post, bins, sealer, now }), db, metrics);
  const tellOwner = (notice: OwnerNotice) => mailer.send(noticeMail(notice, config.publicUrl));
  const dispatcher = openDispatcher({ db, delivery, leases: openLeases(db), nudge, tellOwner, log, now });
  const { wake } = dispatcher;
  const outbox = openOutbox({ nudge, now, wake });
  const retention = startRecordRetention({ db, log, now, keepDays: config.recordDays });

  return {
    outbox,
    delivery,
    bins,
    sealer,
    wake,
    settle: async () => {
      await dispatcher.settle();
      await retention.run();
    },
    close: async () => {
      await dispatcher.close(GRACE_MS);
      await retention.close();
      await post.close();
    },
  };
}

import { type Kysely, type Migration, Migrator } from 'kysely';
import * as accounts from './migrations/001-accounts';
import * as projects from './migrations/002-projects';
import * as devices from './migrations/003-devices';
import * as events from './migrations/004-events';
import * as callbacks from './migrations/005-callbacks';
import * as deviceConfig from './migrations/006-device-config';
import * as packets from './migrations/007-packets';
import * as upgrades from './migrations/008-upgrades';
import * as depth from './migrations/009-depth';
import * as bin from './migrations/010-bin';
import * as deviceCamera from './migrations/011-device-camera';
import * as upgradeMustBeTold from './migrations/012-upgrade-must-be-told';
import * as webhookHold from './migrations/013-webhook-hold';
import * as deviceSecretReset from './migrations/014-device-secret-reset';
import * as unreadableMessages from './migrations/015-unreadable-messages';
import * as upgradeRequest from './migrations/016-upgrade-request';
import * as upgradeClaimedAt from './migrations/017-upgrade-claimed-at';
import * as upgradeLastFailure from './migrations/018-upgrade-last-failure';
import type { Tables } from './tables';

const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-projects': projects,
  '003-devices': devices,
  '004-events': events,
  '005-callbacks': callbacks,
  '006-device-config': deviceConfig,
  '007-packets': packets,
  '008-upgrades': upgrades,
  '009-depth': depth,
  '010-bin': bin,
  '011-device-camera': deviceCamera,
  '012-upgrade-must-be-told': upgradeMustBeTold,
  '013-webhook-hold': webhookHold,
  '014-device-secret-reset': deviceSecretReset,
  '015-unreadable-messages': unreadableMessages,
  '016-upgrade-request': upgradeRequest,
  '017-upgrade-claimed-at': upgradeClaimedAt,
  '018-upgrade-last-failure': upgradeLastFailure,
};

/** Brings a database to the newest schema; safe when several instances start at once. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

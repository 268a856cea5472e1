import type { Generated, Selectable } from 'kysely';
import type { ApplicationStatus } from '../../contract/application';
import type { DeviceState } from '../../contract/device';

/** Times are milliseconds since the epoch, truth is 0 or 1, JSON is text: what SQLite and PostgreSQL keep alike. */
export interface Tables {
  account: {
    id: number;
    email: string;
    name: string;
    avatar: string;
    passwordHash: string;
    createdAt: number;
  };
  session: {
    id: Generated<number>;
    accountId: number;
    tokenHash: string;
    userAgent: string;
    address: string;
    createdAt: number;
    lastSeenAt: number;
    expiresAt: number;
  };
  mailCode: {
    email: string;
    purpose: string;
    codeHash: string;
    triesLeft: number;
    expiresAt: number;
  };
  attempt: {
    id: Generated<number>;
    subject: string;
    at: number;
  };
  application: {
    id: Generated<number>;
    appKey: string;
    ownerId: number;
    name: string;
    description: string;
    categoryId: number;
    status: ApplicationStatus;
    createdAt: number;
    updatedAt: number;
  };
  applicationSecret: {
    applicationId: number;
    secretHash: string;
    createdAt: number;
    expiresAt: number | null;
  };
  device: {
    id: Generated<number>;
    applicationId: number;
    sn: string;
    name: string;
    remark: string;
    tags: string;
    search: string;
    secretHash: string;
    state: DeviceState;
    stateSince: number;
    address: string;
    packetName: string;
    packetVersion: string;
    lastSeenAt: number;
    createdAt: number;
  };
  deviceTag: { applicationId: number; tag: string; deviceId: number };
  deviceCount: { applicationId: number; state: DeviceState; count: number };
  /** SQLite only: the full-text index over `device.search`. */
  deviceSearch: { rowid: number; search: string; deviceSearch: string };
}

export type AccountRow = Selectable<Tables['account']>;
export type SessionRow = Selectable<Tables['session']>;
export type ApplicationRow = Selectable<Tables['application']>;
export type DeviceRow = Selectable<Tables['device']>;

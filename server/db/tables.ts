import type { Generated, Selectable } from 'kysely';
import type { ApplicationStatus } from '../../contract/application';
import type { BinAnswer, SignatureWorth } from '../../contract/bin';
import type { CallbackType } from '../../contract/callback-event';
import type { DeviceState } from '../../contract/device';
import type { EventType, Reason } from '../../contract/event';
import type { UpgradeOutcome, UpgradeReason } from '../../contract/upgrade';
import type { DeliveryFailure, RecordStatus } from '../../contract/webhook';

/** Times are milliseconds since the epoch, booleans 0 or 1, JSON is text: types that SQLite and PostgreSQL store alike. */
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
    /** Null: the project was removed. */
    ownerId: number | null;
    name: string;
    description: string;
    search: string;
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
    /** 0: the device still has its first secret. */
    secretResetAt: Generated<number>;
    state: DeviceState;
    stateSince: number;
    address: Generated<string>;
    packetName: Generated<string>;
    packetVersion: Generated<string>;
    /** JSON of the camera in the last birth, `null` without a camera; empty: no birth is known. */
    camera: Generated<string>;
    /** 0: never. */
    lastSeenAt: Generated<number>;
    createdAt: number;
    /** Start of the newest session the broker reported; 0: none. */
    connectedAt: Generated<number>;
    connectionEnded: Generated<number>;
    endReason: Generated<Reason | ''>;
  };
  deviceEvent: {
    id: Generated<number>;
    applicationId: number;
    deviceId: number;
    sn: string;
    type: EventType;
    name: string;
    at: number;
    data: string;
    reason: Reason | '';
    address: string;
  };
  deviceTag: { applicationId: number; tag: string; deviceId: number };
  deviceCount: { applicationId: number; state: DeviceState; count: number };
  deviceTagCount: { applicationId: number; tag: string; count: number };
  /** SQLite only: the full-text index over `device.search`. */
  deviceSearch: { rowid: number };
  deviceConfig: {
    deviceId: number;
    version: Generated<number>;
    state: Generated<string>;
    secrets: Generated<string>;
    updatedAt: Generated<number>;
    updatedBy: string | null;
    note: Generated<string>;
    reported: Generated<string>;
    reportedVersion: Generated<number>;
  };
  deviceConfigRevision: {
    deviceId: number;
    version: number;
    state: string;
    changedSecrets: string;
    updatedAt: number;
    updatedBy: string | null;
    note: string;
    restored: number | null;
  };
  configSchema: { applicationId: number; schema: string; updatedAt: number };
  webhook: {
    applicationId: number;
    url: string;
    events: string;
    headers: string;
    status: 'enabled' | 'disabled';
    disabledReason: 'gone' | 'failing' | '';
    secret: string;
    secretHint: string;
    oldSecret: Generated<string>;
    oldSecretUntil: Generated<number>;
    failingSince: Generated<number>;
    warnedAt: Generated<number>;
    hasPaused: Generated<number>;
    /** The receiver asked for no callbacks until then. */
    holdUntil: Generated<number>;
    createdAt: number;
    updatedAt: number;
  };
  callbackRecord: {
    id: Generated<number>;
    messageId: string;
    applicationId: number;
    type: CallbackType;
    sn: string;
    status: RecordStatus;
    tries: Generated<number>;
    attempts: Generated<number>;
    responseStatus: Generated<number>;
    durationMs: Generated<number>;
    error: Generated<DeliveryFailure | ''>;
    dueAt: number;
    facet: number;
    test: Generated<number>;
    body: string;
    createdAt: number;
  };
  callbackAttempt: {
    id: Generated<number>;
    recordId: number;
    at: number;
    durationMs: number;
    url: string;
    signature: string;
    headerNames: string;
    responseStatus: number;
    responseHeaders: string;
    responseBody: string;
    truncated: number;
    error: DeliveryFailure | '';
    errorDetail: string;
  };
  callbackFlight: { recordId: number; applicationId: number; at: number };
  callbackLease: { applicationId: number; holder: string; until: number };
  callbackStat: {
    applicationId: number;
    span: number;
    start: number;
    outcome: 'delivered' | 'failed' | 'repeated' | 'given-up';
    bin: number;
    count: number;
  };
  bin: { applicationId: number; token: string; url: string; answer: BinAnswer; createdAt: number };
  binRequest: {
    id: Generated<number>;
    applicationId: number;
    at: number;
    headers: string;
    body: string;
    bytes: number;
    verified: SignatureWorth;
    status: number;
  };
  packet: {
    id: Generated<number>;
    name: string;
    version: string;
    description: string;
    search: string;
    filename: string;
    size: number;
    sha256: string;
    key: string;
    downloads: Generated<number>;
    createdAt: number;
    createdBy: number;
  };
  upgrade: {
    id: Generated<number>;
    applicationId: number;
    packetId: number;
    packetName: string;
    packetVersion: string;
    packetSize: number;
    target: string;
    pauseThreshold: number;
    note: string;
    state: 'running' | 'paused' | 'finished' | 'cancelled';
    pausedBy: Generated<'person' | 'failures' | ''>;
    prepared: Generated<number>;
    settled: Generated<number>;
    already: Generated<number>;
    doneBefore: Generated<number>;
    failedBefore: Generated<number>;
    requestHash: Generated<string>;
    waitingSince: number;
    workedAt: Generated<number>;
    createdBy: string;
    createdAt: number;
    finishedAt: Generated<number>;
  };
  upgradeDevice: {
    upgradeId: number;
    deviceId: number;
    sn: string;
    outcome: UpgradeOutcome;
    percent: Generated<number>;
    error: Generated<string>;
    reason: Generated<UpgradeReason | ''>;
    tries: Generated<number>;
    claimedAt: Generated<number>;
    backAt: Generated<number>;
    otherAt: Generated<number>;
    mustBeTold: Generated<number>;
    lastOutcome: Generated<UpgradeOutcome | ''>;
    lastError: Generated<string>;
    lastReason: Generated<UpgradeReason | ''>;
    dueAt: number | null;
    changedAt: number;
  };
  /** `late`: how many of the `done` had timed out before. */
  upgradeCount: { upgradeId: number; outcome: UpgradeOutcome | 'late'; count: number };
  depthTicket: {
    hash: string;
    deviceId: number;
    accountId: number;
    sessionId: number;
    profile: string;
    origin: string;
    expiresAt: number;
  };
  depthWatch: { deviceId: number; holder: string; profile: string; viewers: number; since: number; until: number };
}

export type AccountRow = Selectable<Tables['account']>;
export type SessionRow = Selectable<Tables['session']>;
export type ApplicationRow = Selectable<Tables['application']>;
export type DeviceRow = Selectable<Tables['device']>;
export type DeviceEventRow = Selectable<Tables['deviceEvent']>;
export type DeviceConfigRow = Selectable<Tables['deviceConfig']>;
export type WebhookRow = Selectable<Tables['webhook']>;
export type CallbackRecordRow = Selectable<Tables['callbackRecord']>;
export type PacketRow = Selectable<Tables['packet']>;
export type UpgradeRow = Selectable<Tables['upgrade']>;
export type UpgradeDeviceRow = Selectable<Tables['upgradeDevice']>;
export type BinRow = Selectable<Tables['bin']>;
export type BinRequestRow = Selectable<Tables['binRequest']>;
export type CallbackAttemptRow = Selectable<Tables['callbackAttempt']>;

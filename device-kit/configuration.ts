import { pathTo, valueAt, without, withValue } from '../contract/config-document';
import { isObject, type Json, type JsonObject } from '../contract/merge-patch';
import { ConfigDesired, type ConfigReport } from '../contract/topics';

/** A value the device does not accept: any value at the path, or one beyond a limit. */
interface ConfigRule {
  path: string;
  beyond?: { is: '<' | '>'; limit: number };
}

/** The accepted configuration and its version; without storage it is lost on a restart. */
export interface Kept {
  version: number;
  state: JsonObject;
}

export interface ConfigOptions {
  /** A single such value makes the device reject the whole configuration. */
  rejects?: ConfigRule[];
  /** The device keeps its own values for these, and accepts the rest. */
  leavesOut?: ConfigRule[];
  /** What `keep` stored before the last restart. */
  kept?: Kept;
  keep?: (kept: Kept) => void;
}

interface Parts extends ConfigOptions {
  /** Publishes `up/config/get`: requests a configuration newer than `version`. */
  ask: (version: number) => void;
  report: (report: ConfigReport) => void;
  /** Values the hardware does not support; treated like `leavesOut`. */
  cannot?: (wanted: JsonObject) => Refusal[];
  /** Called when the effective configuration has changed. */
  changed: () => void;
}

export interface Configuration {
  /** Call after connecting and subscribing. */
  connected(): void;
  /** Handles the payload of `down/config/desired`. */
  desired(payload: unknown): void;
  /** The effective configuration. */
  readonly state: JsonObject;
}

type Refusal = ConfigReport['errors'][number];

/** The device's part of the configuration protocol (device-protocol.md): asks on connect, applies newer versions and reports the result. */
export function openConfiguration({
  rejects = [],
  leavesOut = [],
  kept,
  keep = () => {},
  ask,
  report,
  cannot = () => [],
  changed,
}: Parts): Configuration {
  let { version, state }: Kept = kept ?? { version: 0, state: {} };

  function take(wanted: JsonObject): Pick<ConfigReport, 'result' | 'errors'> {
    const rejected = refusals(wanted, rejects);
    if (rejected.length > 0) return { result: 'rejected', errors: rejected };
    const errors = [...refusals(wanted, leavesOut), ...cannot(wanted), ...nonsense(wanted)];
    // Refused values are replaced by the previous ones, if there are any.
    const before = state;
    state = errors.reduce(
      (rest, { path }) => {
        const had = valueAt(before, path);
        return had === undefined ? rest : withValue(rest, path, had);
      },
      without(
        wanted,
        errors.map(({ path }) => path),
      ),
    );
    return { result: errors.length > 0 ? 'partial' : 'ok', errors };
  }

  return {
    connected: () => ask(version),
    desired: (payload) => {
      const { data } = ConfigDesired.safeParse(payload);
      if (!data || data.version <= version) return;
      const outcome = take(data.state as JsonObject);
      // Also after a rejection, so that the same version is not requested again.
      version = data.version;
      keep({ version, state });
      if (outcome.result !== 'rejected') changed();
      report({ version, state: spoken(state), ...outcome });
    },
    get state() {
      return state;
    },
  };
}

/** Parses a rule: `depth.fps>15`, `depth.fps<5`, or only a path. @throws Error if it is none */
export function ruleOf(text: string): ConfigRule {
  const [, path = '', is, limit] = /^([\w.]+)(?:([<>])(-?\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (!path) throw new Error(`${text} is no rule; depth.fps>15 and network are`);
  return is ? { path, beyond: { is: is as '<' | '>', limit: Number(limit) } } : { path };
}

function refusals(wanted: JsonObject, rules: ConfigRule[]): Refusal[] {
  return rules.flatMap(({ path, beyond }) => {
    const value = valueAt(wanted, path);
    if (value === undefined) return [];
    if (!beyond) return [{ path, code: 'unsupported', message: `${path} is not supported by this device` }];
    const { is, limit } = beyond;
    if (typeof value !== 'number' || (is === '>' ? value <= limit : value >= limit)) return [];
    return [
      {
        path,
        code: 'out-of-range',
        message: `${value} is ${is === '>' ? 'above the most' : 'below the least'} this device can do, ${limit}`,
      },
    ];
  });
}

/** Checks across fields, which the schema cannot express. */
function nonsense(wanted: JsonObject): Refusal[] {
  const { minMm, maxMm } = isObject(wanted.measuring) ? wanted.measuring : ({} as JsonObject);
  if (typeof minMm !== 'number' || typeof maxMm !== 'number' || minMm < maxMm) return [];
  return [{ path: 'measuring', code: 'conflict', message: `the nearest distance, ${minMm} mm, is not below the farthest, ${maxMm} mm` }];
}

/** The configuration without secrets, for reports. */
function spoken(state: JsonObject): JsonObject {
  const secrets = (part: Json, path: string): string[] =>
    isObject(part)
      ? Object.entries(part).flatMap(([key, inner]) =>
          /password|secret|token/i.test(key) ? [pathTo(path, key)] : secrets(inner, pathTo(path, key)),
        )
      : [];
  return without(state, secrets(state, ''));
}

import { pathTo, valueAt, without, withValue } from '../contract/config-document';
import { isObject, type Json, type JsonObject } from '../contract/merge-patch';
import { ConfigDesired, type ConfigReport } from '../contract/topics';

/** A value this device does not take: anything at the path, or what is beyond a limit there. */
interface ConfigRule {
  path: string;
  beyond?: { is: '<' | '>'; limit: number };
}

/** What it has taken, and of which version; a device without storage has nothing when it starts again. */
export interface Kept {
  version: number;
  state: JsonObject;
}

export interface ConfigOptions {
  /** One such value, and it takes nothing of a configuration. */
  rejects?: ConfigRule[];
  /** Of these it keeps what it has, and takes the rest. */
  leavesOut?: ConfigRule[];
  /** What it kept when it was last switched off. */
  kept?: Kept;
  keep?: (kept: Kept) => void;
}

interface Parts extends ConfigOptions {
  /** Asks the platform for a newer version than this. */
  ask: (version: number) => void;
  report: (report: ConfigReport) => void;
  /** What the device itself cannot do: of these too it keeps what it has. */
  cannot?: (wanted: JsonObject) => Refusal[];
  /** Something else is in force now. */
  changed: () => void;
}

export interface Configuration {
  /** Once it is connected, and listens. */
  connected(): void;
  /** What `down/config/desired` said. */
  desired(payload: unknown): void;
  /** What is in force. */
  readonly state: JsonObject;
}

type Refusal = ConfigReport['errors'][number];

/** What a real device does with its configuration (device-protocol.md): asks when it connects, takes what is newer, and says what it took. */
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
    // In place of what it leaves out, it goes on with what it had.
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
      // A version that was rejected is not asked for again.
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

/** `depth.fps>15`, `depth.fps<5`, or a path alone. */
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

/** What no schema can say, and a device has to notice. */
function nonsense(wanted: JsonObject): Refusal[] {
  const { minMm, maxMm } = isObject(wanted.measuring) ? wanted.measuring : ({} as JsonObject);
  if (typeof minMm !== 'number' || typeof maxMm !== 'number' || minMm < maxMm) return [];
  return [{ path: 'measuring', code: 'conflict', message: `the nearest distance, ${minMm} mm, is not below the farthest, ${maxMm} mm` }];
}

/** What is in force, without what a device does not say aloud. */
function spoken(state: JsonObject): JsonObject {
  const secrets = (part: Json, path: string): string[] =>
    isObject(part)
      ? Object.entries(part).flatMap(([key, inner]) =>
          /password|secret|token/i.test(key) ? [pathTo(path, key)] : secrets(inner, pathTo(path, key)),
        )
      : [];
  return without(state, secrets(state, ''));
}

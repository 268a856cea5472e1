import { createContext, Script } from 'node:vm';
import { MAX_CONFIG_BYTES, MAX_SCHEMA_BYTES } from '../../contract/config';
import { configIssues } from '../../contract/config-check';
import { bytesOf, documentIssues } from '../../contract/config-document';
import { defaultIssues, schemaIssues } from '../../contract/config-schema';
import type { FailureDetail, Language } from '../../contract/errors';
import type { JsonObject } from '../../contract/merge-patch';
import { BusinessError } from '../errors';

/** A project's own schema may hold a pattern that never ends, or alternatives without number. */
const CHECK_MS = 200;
/** So often the time is doubled because others have the machine. */
const MOST_LATE = 5;

// Node ends a script that takes too long, and with it whatever the script has called, a regular expression too.
const script = new Script('check()');
const context = createContext({ check: () => {} });

/**
 * The limit is the clock's, and on a busy machine a quick check may be late: it is given more time until it has worked for long, not waited.
 * Twice, because other threads work, too. @throws BusinessError schemaTooSlow
 */
function inTime<T>(check: () => T, late = 0, slow = 0): T {
  context.check = check;
  const before = process.cpuUsage();
  try {
    return script.runInContext(context, { timeout: CHECK_MS * 2 ** late });
  } catch (error) {
    const isLate = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (!isLate && !(error instanceof RangeError)) throw error;
    const { user, system } = process.cpuUsage(before);
    const hasWorked = !isLate || (user + system) / 1000 > CHECK_MS / 2;
    if (hasWorked ? slow === 1 : late === MOST_LATE) throw new BusinessError('schemaTooSlow');
    return hasWorked ? inTime(check, late, slow + 1) : inTime(check, late + 1, slow);
  } finally {
    context.check = () => {};
  }
}

/** Is that a patch at all, whatever it is for? @throws BusinessError */
export function checkPatch(patch: JsonObject, language: Language) {
  refuse(documentIssues(patch, language));
}

/** May this be a device's configuration? @throws BusinessError with the fields that are wrong */
export function checkDocument(schema: JsonObject, document: JsonObject, language: Language) {
  refuse(documentIssues(document, language));
  if (bytesOf(document) > MAX_CONFIG_BYTES) throw new BusinessError('tooLarge');
  refuse(inTime(() => configIssues(schema, document, language)));
}

/** May this be a project's schema? @throws BusinessError with the keywords that are wrong */
export function checkSchema(schema: JsonObject, language: Language) {
  if (isTooDeep(schema)) throw new BusinessError('schemaTooSlow');
  if (bytesOf(schema) > MAX_SCHEMA_BYTES) throw new BusinessError('tooLarge');
  refuse(schemaIssues(schema, language));
  inTime(() => configIssues(schema, {}, language));
  refuse(inTime(() => defaultIssues(schema, language, configIssues)));
}

function refuse(details: FailureDetail[]) {
  if (details.length > 0) throw new BusinessError('invalidInput', { details });
}

// Whatever walks a schema may recurse.
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > 64 || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

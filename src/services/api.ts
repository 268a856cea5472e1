import { type Contract, contract } from '@contract';
import { type Data, type Endpoint, type Input, pathOf } from '@contract/endpoint';
import { type RequestOptions, request } from '@umijs/max';

type Sent<E extends Endpoint> = Input<E> & (E extends { upload: string } ? { file: Blob } : unknown);
type Call<E extends Endpoint> = (
  ...sent: object extends Sent<E> ? [input?: Sent<E>, options?: RequestOptions] : [input: Sent<E>, options?: RequestOptions]
) => Promise<Data<E>>;
type Api<C> = { [Feature in keyof C]: { [Name in keyof C[Feature]]: C[Feature][Name] extends Endpoint ? Call<C[Feature][Name]> : never } };

interface AnyInput {
  params?: Record<string, string | number>;
  query?: object;
  body?: object;
  file?: Blob;
}

/** The whole contract, callable: `api.device.list({ params: { appKey } })`. */
export const api = mapValues(contract, (calls) => mapValues(calls, caller)) as Api<Contract>;

/** Reads asked twice within the time to live are one request (spec §9: 60 s by default, ttl 200 in the product). */
export const readCache = { ttlMs: 200 };
const reads = new Map<string, { at: number; answer: Promise<unknown> }>();

/** Forgets every cached read. */
export const forgetReads = (): void => reads.clear();

function caller(endpoint: Endpoint) {
  const { method } = endpoint;
  return ({ params, query, body, file }: AnyInput = {}, options?: RequestOptions) => {
    const path = pathOf(endpoint, params);
    const ask = async () => {
      const { data } = await request(path, {
        method,
        params: query,
        data: file && endpoint.upload ? toForm({ ...body, [endpoint.upload]: file }) : body,
        ...options,
      });
      return data;
    };
    if (method !== 'GET') return ask().finally(forgetReads);
    return fold(`${path}?${JSON.stringify(query ?? {})}`, ask);
  };
}

function fold(key: string, ask: () => Promise<unknown>) {
  const kept = reads.get(key);
  if (kept && Date.now() - kept.at < readCache.ttlMs) return kept.answer;
  const answer = ask();
  reads.set(key, { at: Date.now(), answer });
  answer.catch(() => reads.delete(key));
  return answer;
}

function toForm(fields: object) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function mapValues<T extends object, R>(source: T, map: (value: T[keyof T]) => R) {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value)])) as Record<keyof T, R>;
}

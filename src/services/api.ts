import { type Contract, contract } from '@contract';
import { type Data, type Endpoint, type Input, pathOf } from '@contract/endpoint';
import { type RequestOptions, request } from '@umijs/max';
import { createReadCache } from '@/utils/read-cache';
import { PRODUCT_REQUEST_CACHE_MS } from '../../config/defaults';
import { session } from './token';

type Sent<E extends Endpoint> = Input<E> & (E extends { upload: string } ? { file: Blob } : unknown);
type Answer<E extends Endpoint> = E extends { stream: string } ? Blob : Data<E>;
type Call<E extends Endpoint> = (
  ...sent: object extends Sent<E> ? [input?: Sent<E>, options?: RequestOptions] : [input: Sent<E>, options?: RequestOptions]
) => Promise<Answer<E>>;
type Api<C> = { [Feature in keyof C]: { [Name in keyof C[Feature]]: C[Feature][Name] extends Endpoint ? Call<C[Feature][Name]> : never } };

interface AnyInput {
  params?: Record<string, string | number>;
  query?: object;
  headers?: Record<string, string>;
  body?: object;
  file?: Blob;
}

/** The whole contract, callable: `api.device.list({ params: { appKey } })`. */
export const api = mapValues(contract, (calls) => mapValues(calls, caller)) as Api<Contract>;

const reads = createReadCache({ ttlMs: PRODUCT_REQUEST_CACHE_MS });

/** Forgets every cached read. */
export const forgetReads = (): void => reads.clear();

type Listener = (endpoint: Endpoint) => void;
const listeners = new Set<Listener>();

/** Calls back after every successful write of this page, with its endpoint. @returns unsubscribe */
export function onWritten(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function written(endpoint: Endpoint) {
  forgetReads();
  for (const listener of listeners) listener(endpoint);
}

function caller(endpoint: Endpoint) {
  const { method, upload, stream, asksOnly } = endpoint;
  return ({ params, query, headers, body, file }: AnyInput = {}, options?: RequestOptions) => {
    const path = pathOf(endpoint, params);
    const ask = async () => {
      const answer = await request(path, {
        method,
        params: query,
        data: file && upload ? toForm({ ...body, [upload]: file }) : body,
        ...(headers && { headers }),
        ...(stream && { responseType: 'blob' }),
        ...(asksOnly && { asksOnly }),
        ...options,
      });
      return stream ? answer : answer.data;
    };
    if (stream || asksOnly) return ask();
    if (method !== 'GET') return ask().finally(() => written(endpoint));
    return reads.read(`${session.token} ${path}?${JSON.stringify(query ?? {})}`, ask);
  };
}

function toForm(fields: object) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function mapValues<T extends object, R>(source: T, map: (value: T[keyof T]) => R) {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value)])) as Record<keyof T, R>;
}

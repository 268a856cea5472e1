import { createLink, type FromLink, type ToLink } from './link';

/** The worker's global scope, which is not in TypeScript's DOM library. */
interface WorkerScope {
  postMessage(message: FromLink, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToLink>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const obey = createLink((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => obey(data);

import { createLink, type FromLink, type ToLink } from './link';

/** The worker's own global, of which the DOM's types know nothing. */
interface WorkerScope {
  postMessage(message: FromLink, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToLink>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const obey = createLink((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => obey(data);

import { type RequestConfig } from '@umijs/max';
/** Every request of the console is prepared, judged and, when it fails, told to the user here. */
export declare const request: RequestConfig;
/** A rejection nobody received: a failed call has been told above, anything else is told now. */
export declare function tellUnhandled(): void;

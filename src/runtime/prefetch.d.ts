/**
 * Fetches the pages one is likely to open next, one at a time, once the page at `path` is at rest and the browser idle. Not for
 * those who save data. Its end is marked as `prefetched` on the page's timeline, with the path. @returns stops
 */
export declare function prefetchAfter(path: string, isAdmin: boolean): () => void;

/** A `ref` that scrolls an answer into view, since it may appear below the visible part. */
export const intoView = (element: Element | null) => element?.scrollIntoView?.({ block: 'nearest' });

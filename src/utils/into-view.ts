/** As a `ref` of an answer that appears below what asked for it, which may have been the last thing in sight. */
export const intoView = (element: Element | null) => element?.scrollIntoView?.({ block: 'nearest' });

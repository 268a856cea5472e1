/** Options for one batch of many: the sender handles failures; a batch unanswered for this long counts as lost, and may be resent. */
export const BATCH = { skipErrorHandler: true, timeout: 30_000 };

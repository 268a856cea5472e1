/** How one batch of many is sent: who sends it deals with its failure; unanswered so long it counts as lost, and can be sent again without harm. */
export const BATCH = { skipErrorHandler: true, timeout: 30_000 };

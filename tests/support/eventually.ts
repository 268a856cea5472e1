/**
 * Polls until the answer fits, for effects without a promise, such as those of MQTT packets. The timeout is long for slow machines.
 * @throws after `forMs`, with the last answer
 */
export async function eventually<T>(ask: () => Promise<T> | T, fits: (answer: T) => unknown = Boolean, forMs = 60_000): Promise<T> {
  const until = Date.now() + forMs;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > until) throw new Error(`it never became so; the last answer was ${JSON.stringify(answer)}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

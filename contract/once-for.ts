/** The same function, asked once of each object: parts of a schema stand in many places, and are looked at on every key typed. */
export function onceFor<Given extends object, Answer>(ask: (given: Given) => Answer): (given: Given) => Answer {
  const known = new WeakMap<Given, { answer: Answer }>();
  return (given) => {
    const { answer } = known.get(given) ?? { answer: ask(given) };
    known.set(given, { answer });
    return answer;
  };
}

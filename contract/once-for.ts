/** Memoizes a function by object: parts of a schema occur in many places and are processed on every keystroke. */
export function onceFor<Given extends object, Answer>(ask: (given: Given) => Answer): (given: Given) => Answer {
  const known = new WeakMap<Given, { answer: Answer }>();
  return (given) => {
    const { answer } = known.get(given) ?? { answer: ask(given) };
    known.set(given, { answer });
    return answer;
  };
}

let answer: boolean | undefined;

/** Is there WebGL2? Not on every remote desktop, and not where it has been switched off. */
export function canDrawClouds(): boolean {
  if (answer === undefined) {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    answer = Boolean(context);
  }
  return answer;
}

let answer: boolean | undefined;

/** Whether WebGL2 is available: it may be disabled, and some remote desktops lack it. */
export function canDrawClouds(): boolean {
  if (answer === undefined) {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    answer = Boolean(context);
  }
  return answer;
}

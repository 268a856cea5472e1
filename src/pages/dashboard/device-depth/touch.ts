/** Is the picture touched, rather than pointed at? */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

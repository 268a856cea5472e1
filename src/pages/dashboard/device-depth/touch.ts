import type { PointerEvent } from 'react';
import type { Place } from './viewer';

/** Is the picture touched, rather than pointed at? */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Where on a picture the pointer is. */
export function placeUnder({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (value: number) => Math.max(0, Math.min(0.99999, value || 0));
  return { u: within((clientX - left) / width), v: within((clientY - top) / height) };
}

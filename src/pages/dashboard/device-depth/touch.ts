import type { PointerEvent } from 'react';
import type { Place } from './viewer';

/** Whether the main pointing device is a touch screen. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** The pointer's position on an element, clamped to its edges. */
export function placeUnder({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (value: number) => Math.max(0, Math.min(0.99999, value || 0));
  return { u: within((clientX - left) / width), v: within((clientY - top) / height) };
}

import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 30_000, defaultHidden: true });

// The width of a desktop; jsdom's default is that of a tablet.
window.innerWidth = 1440;

// APIs that antd and the JSON editor need, and jsdom lacks.
window.matchMedia = (media) =>
  ({
    matches: false,
    media,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};
HTMLCanvasElement.prototype.getContext = () => null;

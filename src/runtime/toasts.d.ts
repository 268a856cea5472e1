/** The messages of utils/toast. Drawn by ourselves: what says that the platform cannot be reached must not have to be loaded from it. */
export declare function Toasts(): import("react").JSX.Element;

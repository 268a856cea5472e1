/** In the top bar: the documentation, in a window of its own, and the language. */
export declare function TopActions(): import("react").JSX.Element;

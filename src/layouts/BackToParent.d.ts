/** Above the menu of a project: the way out of it. */
export declare function BackToParent(): import("react").JSX.Element;

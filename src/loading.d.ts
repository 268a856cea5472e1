/** Shown while a page is on its way; one that never arrives is raised as a chunk load error. */
export default function Loading(): import("react").JSX.Element;

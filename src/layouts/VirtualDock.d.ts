/** Virtual devices live in this tab: they are seen on every page of it. */
export default function VirtualDock(): false | import("react").JSX.Element;

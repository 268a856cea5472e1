import './frame.css';
/** The frame around the pages inside (spec §1, §2): top bar over side menu and page, in the full width of the window. */
export default function Frame(): import("react").JSX.Element;

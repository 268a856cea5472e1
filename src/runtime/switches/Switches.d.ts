import './switches.css';
/** QA's panel: everything the mock can be told to do, at the edge of every page. */
export default function Switches(): import("react").JSX.Element;

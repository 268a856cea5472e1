/** Uploads of this tab go on wherever one is: their page shows them itself, every other beside it. Those that are finished leave once they were seen. */
export default function UploadDock(): import("react").JSX.Element | null;

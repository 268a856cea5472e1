/** The side menu where there is no room for it beside the page. */
export default function PhoneMenu({ onClosed }: {
    onClosed: () => void;
}): import("react").JSX.Element;

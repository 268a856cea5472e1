/** The side menu (spec §2): three entries inside a project with the way out above them, the default menu everywhere else. */
export declare function SideMenu({ onChosen }: {
    onChosen?: () => void;
}): import("react").JSX.Element;

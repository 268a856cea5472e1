/** What is said over every page: that the network is gone or back, and that a newer console has been deployed. */
export declare function Notices(): import("react").JSX.Element;

/** The window's title: the page, then the product, in the language of now. A page one goes to is said, as a browser says a new document. */
export declare function useWindowTitle(path: string): void;

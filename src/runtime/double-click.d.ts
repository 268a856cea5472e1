/**
 * Who double-clicks what opens a dialog or a drawer means it once. The second click finds it open, and would close it by its
 * mask, press whatever has come to lie under the pointer, or take the focus from its field: there it does nothing.
 */
export declare function keepDoubleClicks(): void;

/**
 * Nobody at a keyboard is thrown back to the top of the window. When what has the focus goes away (a row is deleted, a dialog
 * closes whose opener stood in a menu, a button is switched off), the focus goes back the way it came: to the last place on this
 * page that is still there, or else to the page's content. A dialog that opens has it at its first field, or else its first button.
 */
export declare function keepFocus(): void;
/** Where the page begins, behind the bar and the menu. */
export declare function content(): HTMLElement | null;

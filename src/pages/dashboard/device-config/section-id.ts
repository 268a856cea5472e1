/** The section of what is in no section; no property is called so. */
export const GENERAL = ' ';

/** Where a section of the form is found. */
export const sectionId = (name: string): string => `config-section-${name.trim()}`;

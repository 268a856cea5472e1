/** Name of the section for fields outside of any group; no property can have this name. */
export const GENERAL = ' ';

/** Where a section of the form is found. */
export const sectionId = (name: string): string => `config-section-${name.trim()}`;

/** Where a section of the form is found. */
export const sectionId = (name: string): string => `config-section-${name.trim()}`;

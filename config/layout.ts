/** What the frame around the pages shows. */
export const layoutSettings = {
  /** Personal center and personal settings in the user menu; off, their two routes answer 404. */
  accountMenu: true,
  siderWidth: 208,
} as const;

/** Settings of the frame around the pages. */
export const layoutSettings = {
  /** Shows the account center and account settings in the user menu. If false, their routes show the 404 page. */
  accountMenu: true,
  siderWidth: 208,
} as const;

/** The account that is the admin (spec §9). Apart from the schemas, for who needs nothing but the number. */
export const ADMIN_ID = 1;

/** For how many days a deleted recording can be restored. */
export const KEPT_DAYS = 30

/** [STATE-095] The minutes without a click that an organisation may allow. */
export const SESSION_TIMEOUT_MINUTES = { least: 5, most: 480 } as const
/** The longest time, in days, after which an organisation may ask for a new password. */
export const PASSWORD_MAX_DAYS = 3650

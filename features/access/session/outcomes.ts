/** What came of an attempt to sign in: it worked, or the code of the error. */
export const loginOutcomes = [
  'signedIn',
  'WrongNameOrPassword',
  'AccountNotActivated',
  'AccountNotEnabled',
  'NoPermission',
  'TemporaryPasswordExpired',
  'TooManyRequests',
] as const
export type LoginOutcome = (typeof loginOutcomes)[number]

/** The version of a policy, which is a day, as people write that day. */
export const versionDay = (version: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${version}T00:00:00Z`))

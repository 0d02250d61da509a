/** The version of a policy, which begins with a day, as people write that day. */
export const versionDay = (version: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${version.slice(0, 10)}T00:00:00Z`),
  )

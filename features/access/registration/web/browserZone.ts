/** The zone of this browser, or New York's where it does not say [ENT-031]. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'America/New_York'

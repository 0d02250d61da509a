/** Google's sets of contacts: saved contacts, and people whom the user has only written to. */
export const contactSources = ['own', 'other'] as const
export type ContactSource = (typeof contactSources)[number]

/** What came of a source: read, left out by the person at Google, or refused by Google. */
export const sourceStates = ['read', 'notAllowed', 'refused'] as const

/** Why an address gets no email; the first that applies is the one that is shown. */
export const suppressionKinds = ['spam', 'bounces', 'blocks', 'unsubscribe'] as const
export type SuppressionKind = (typeof suppressionKinds)[number]

/** What a person may unsubscribe from, organization by organization. */
export const topics = ['invitations', 'results', 'notices'] as const
export type Topic = (typeof topics)[number]

/** Where an entry came from: a person, an admin, the answer of a mail server, a returned mail, a provider. */
export const suppressionSources = ['person', 'admin', 'smtp', 'report', 'ses', 'sendgrid'] as const
export type SuppressionSource = (typeof suppressionSources)[number]

/** Days for which a removed entry can be put back. */
export const RESTORABLE_DAYS = 30

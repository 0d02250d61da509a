/** The tables of a pitch's results, each of them a file of its own. */
export const reportKinds = ['attendance', 'feedback', 'questions', 'chat', 'polls', 'commitments'] as const
export type ReportKind = (typeof reportKinds)[number]

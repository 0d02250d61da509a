/** The states of one submission. `withdrawn`: the company's name has changed since, or it was submitted again. */
export const submissionStates = ['pendingReview', 'approved', 'rejected', 'withdrawn'] as const
export type SubmissionState = (typeof submissionStates)[number]

/** What an evidence file shows. */
export const evidenceKinds = ['licence', 'idCard'] as const

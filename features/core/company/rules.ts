/** [ENT-060, ENT-061, ENT-062, ENT-063, ENT-064, ENT-065, ENT-066] The industries of companies. */
export const industries = [
  'Biotech & Healthcare',
  'Consumer Internet',
  'Consumer Products',
  'Enterprise Software',
  'Mobile Apps',
  'Mobile/Web Development',
  'Other',
] as const

/** [RULE-075, CONST-031] The most characters of a company's short name, as people count them. */
export const COMPANY_NAME_MOST = 20
/** [RULE-076, CONST-032] The most characters of the lines of a company's address together. */
export const COMPANY_ADDRESS_MOST = 400

/** [STATE-083, STATE-084, STATE-085, STATE-086, STATE-087] Where a company stands in its verification as an enterprise. */
export const verificationStates = ['notVerified', 'pendingReview', 'approved', 'rejected', 'noReviewNeeded'] as const
export type VerificationState = (typeof verificationStates)[number]

/** The texts of a company beside which a document may stand. */
export const companyDocuments = ['about', 'highlights'] as const
export type CompanyDocument = (typeof companyDocuments)[number]

/** A stored document: its key in the storage, and its sender's file name. */
export interface StoredDocument {
  key: string
  filename: string
}

/** The largest body with all texts of a company in Chinese, percent-encoded. */
export const COMPANY_TEXTS_BYTES = 400_000

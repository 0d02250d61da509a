import { companiesCalls } from '#features/admin/companies/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as companies from './companies.ts'
import { updateCompanyLogo } from './companyLogo.ts'
import { serveCompanyDocuments, updateCompanyDocument } from './documents.ts'
import { exportCompanies } from './exportCompanies.ts'
import { importCompanies } from './importCompanies.ts'
import { companiesJobs } from './jobs.ts'
import * as presenterCompanies from './presenterCompanies.ts'
import './occasions.ts'

export const companiesFeature = {
  handlers: handlersOf(companiesCalls, {
    ...companies,
    ...presenterCompanies,
    exportCompanies,
    importCompanies,
    updateCompanyDocument,
    updateCompanyLogo,
  }),
  jobs: companiesJobs,
  routes: serveCompanyDocuments,
} satisfies Feature

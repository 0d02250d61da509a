import { evidenceFolder } from '#features/admin/enterprise/server/evidence.ts'
import { lockCompanyToPurge, removeCompany } from '#features/core/company/server/queries.ts'
import { unlinkCompany } from '#features/core/pitch/server/queries.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { documentFolder } from './documents.ts'
import { restorableFrom } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes a deleted company once it can no longer be restored. */
    purgeCompany: { companyId: string }
  }
}

export const companiesJobs = {
  purgeCompany: async ({ companyId }, frame) => {
    const removed = await frame.db.transaction(async db => {
      const company = await lockCompanyToPurge(db, companyId, restorableFrom())
      if (!company) return undefined
      await unlinkCompany(db, companyId)
      await removeCompany(db, companyId)
      await dropPicture(db, company.logo)
      return company
    })
    const folders = removed ? [documentFolder(removed.id), evidenceFolder(removed.id)] : []
    for (const folder of folders) await frame.storage.remove(folder)
  },
} satisfies JobHandlers

import type { z } from 'zod'
import { companyTexts } from '#features/core/pitch/rules.ts'
import type { DraftDetail, DraftItem } from '#features/planning/draft/contract.ts'
import { type Contact, formWith } from './form.ts'
import type { ShownDraft } from './queries.ts'

/** A draft in a list. */
export function itemOf({ draft, contactCount, owner, editor, orgName }: ShownDraft): z.input<typeof DraftItem> {
  const { presentation_name, company_name, presenter_name, start_date, start_time, start_noon, start_zone } = formWith(
    draft.form,
    {},
  )
  return {
    ...{ presentation_name, company_name, presenter_name, start_date, start_time, start_noon, start_zone },
    id: draft.id,
    state: 'draft',
    version: draft.version,
    contact_count: contactCount,
    files: draft.uploadIds.length,
    user_id: draft.userId,
    owner_name: owner,
    org_id: draft.organisationId,
    org_name: orgName,
    created_time: draft.createdAt.toISOString(),
    updated_time: draft.updatedAt.toISOString(),
    updated_by: editor,
    deleted: draft.deletedAt !== null,
  }
}

/** The whole of a draft. `assignee`: for whom it is planned, where that is not its owner. */
export function detailOf(
  found: ShownDraft & { readonly contacts: readonly Contact[] },
  assignee: DraftDetail['assignee'],
): z.input<typeof DraftDetail> {
  const { draft, contacts } = found
  const { user_id: _assigned, ...form } = formWith(draft.form, {})
  return {
    ...form,
    ...itemOf(found),
    attendees_arr: [...contacts],
    upload_ids: draft.uploadIds,
    assignee,
    documents: companyTexts.flatMap(text => {
      const document = draft.documents[text]
      return document ? [{ text, filename: document.filename }] : []
    }),
    has_logo: draft.companyLogo !== null,
  }
}

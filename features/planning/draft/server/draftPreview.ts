import { fullName } from '#contract/names.ts'
import { companyToChoose } from '#features/core/company/server/choosing.ts'
import { knowsCompany } from '#features/core/pitch/rules.ts'
import { instantOf } from '#features/core/pitch/schedule.ts'
import { previewMail } from '#features/notify/mail/server/queueMail.ts'
import type { draftCalls } from '#features/planning/draft/contract.ts'
import { waysOf } from '#features/planning/invite/server/draftTo.ts'
import { attendeeMail, type MailedPitch } from '#features/planning/invite/server/emails.ts'
import { NO_TOKEN, previewReader } from '#features/planning/invite/server/invitationPreview.ts'
import type { Handler } from '#server/context.ts'
import { type DraftForm, formWith } from './form.ts'
import { findDraft, whoseOf } from './queries.ts'

export const getDraftInvitationPreview: Handler<typeof draftCalls.getDraftInvitationPreview> = async context => {
  const { db, frame, actor, input, fail } = context
  const { draft } = (await findDraft(db, actor, whoseOf(actor), input.id)) ?? fail('DraftNotFound')
  const form = formWith(draft.form, {})
  const knows = knowsCompany({ companyDisclosure: form.company_disclosure, state: 'scheduled' }, 'attendee', true)
  const pitch = mailedOf(form, knows)
  if (!pitch) return { mail: null }
  const { firstname, lastname, zone } = await previewReader(db, actor)
  const name = fullName({ firstname, lastname })
  const ways = waysOf(frame.settings, { uuid: draft.id }, NO_TOKEN)
  const company = form.company_id ? await companyToChoose(db, actor, form.company_id) : undefined
  const logo = draft.companyLogo ?? company?.logo
  const mail = await previewMail(
    { db, frame },
    {
      ...attendeeMail('invitation', input.language, pitch, { name, zone, ...ways }),
      ...{ kind: 'pitchInvitation', organisationId: draft.organisationId },
      pictures: knows && logo ? { company: logo } : {},
    },
  )
  return { mail }
}

/** What an invitation says of the pitch that a form makes; undefined before it has a name and both times. */
function mailedOf(form: DraftForm, knows: boolean): MailedPitch | undefined {
  const startsAt = instantOf({
    date: form.start_date,
    time: form.start_time,
    ...partsOf(form.start_noon, form.start_zone),
  })
  const endsAt = instantOf({ date: form.end_date, time: form.end_time, ...partsOf(form.end_noon, form.end_zone) })
  if (!form.presentation_name.trim() || !startsAt || !endsAt) return undefined
  const told = knows
    ? { companyName: form.company_name, about: form.about, highlights: form.highlights }
    : { companyName: form.obfuscated_company_name, about: form.obfuscated_description, highlights: '' }
  const times = { startsAt, startZone: form.start_zone, endsAt, endZone: form.end_zone }
  const { presentation_name: presentationName, presenter_name: presenterName, recording } = form
  return { presentationName, presenterName, recording, ...told, ...times }
}

const partsOf = (noon: string, zone: string) => ({ noon: noon === 'PM' ? ('PM' as const) : ('AM' as const), zone })

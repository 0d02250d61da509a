import type { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { parseMoney } from '#contract/money.ts'
import { commitUntilOf, type companyChoices, timesOf } from '#features/core/pitch/fields.ts'
import { endsAfterStart, peopleAreDistinct, START_TOLERANCE_MS } from '#features/core/pitch/rules.ts'
import type { NewPitch, PitchRow } from '#features/core/pitch/server/queries.ts'
import { hasEmailTwice } from '#features/planning/invite/server/inviting.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { sendInstant } from '#features/planning/send/contract.ts'
import { checkMoment } from '#features/planning/send/server/sending.ts'

type Form = Omit<z.output<typeof planCalls.updatePitch.input>, 'uuid' | 'presentation_name' | 'name' | 'show_names'>
type Columns = Omit<
  NewPitch,
  'organisationId' | 'userId' | 'state' | 'presentationName' | 'uuid' | 'createdAt' | 'seriesId' | 'currency'
> &
  Pick<PitchRow, 'seriesId' | 'currency'>

/** The instants of a form, whose schema has made sure that clocks show them. */
export function instantsOf(form: Form): { startsAt: Date; endsAt: Date } {
  const { startsAt, endsAt } = timesOf(form)
  if (!startsAt || !endsAt) throw new Error('a form passed its schema with a time that no clock shows')
  return { startsAt, endsAt }
}

/** Rules beyond the schema. Fails with the code of the first broken one. */
export function checkForm(form: Form, owner: string, now: Date, startBefore?: Date): void {
  const { startsAt, endsAt } = instantsOf(form)
  if (!endsAfterStart(startsAt, endsAt)) throw new CallFailed('EndNotAfterStart', { end_time: 'endNotAfterStart' })
  // texts of an overdue pitch can still be corrected, so only a changed start has to lie ahead
  const moved = startsAt.getTime() !== startBefore?.getTime()
  if (moved && startsAt.getTime() < now.getTime() - START_TOLERANCE_MS)
    throw new CallFailed('StartInThePast', { start_time: 'startInThePast' })
  if (!peopleAreDistinct(owner, form.co_host, form.moderator))
    throw new CallFailed('PeopleNotDistinct', { co_host: 'peopleNotDistinct' })
}

/** The same for a new pitch: [ERR-049] no address is invited twice, and there is a deck unless the form declines one. */
export function checkNewPitch(form: z.output<typeof planCalls.createPitchByPresenter.input>, owner: string, now: Date) {
  checkForm(form, owner, now)
  if (hasEmailTwice(form.attendees_arr)) throw new CallFailed('EmailTwice', { attendees_arr: 'twice' })
  if (form.send_later && form.attendees_arr.length > 0) {
    const sendAt = sendInstant(form)
    if (sendAt) checkMoment(sendAt, instantsOf(form), now)
  }
  const hasDeck = form.file !== undefined || form.upload_ids.length > 0
  if (!form.no_file && !hasDeck) throw new CallFailed('DeckRequired', { file: 'required' })
}

type Choices = z.output<z.ZodObject<typeof companyChoices>>

/** The columns of what is said of the company beside its texts; what is left out stays as it is. */
export const choicesOf = (form: Choices): Partial<Columns> =>
  given({
    companyDisclosure: form.company_disclosure,
    obfuscatedCompanyName: form.obfuscated_company_name,
    obfuscatedDescription: form.obfuscated_description,
    attachPdfs: form.attach_pdfs_to_company_info_section,
  })

const given = (columns: { readonly [K in keyof Columns]?: Columns[K] | undefined }): Partial<Columns> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))

/** The columns that a form sets. */
export const columnsOf = (form: Form): Columns => ({
  ...instantsOf(form),
  startZone: form.start_zone,
  endZone: form.end_zone,
  presenterName: form.presenter_name,
  about: form.about,
  highlights: form.highlights,
  dealterms: form.dealterms,
  keywords: form.keywords,
  productType: form.product_type,
  companyName: form.company_name,
  isPublic: form.is_public,
  coHosts: form.co_host,
  moderators: form.moderator,
  showQuestion: form.show_question,
  currency: form.currency,
  seriesId: form.series_id || null,
  askedMinor: parseMoney(form.asked_amount, form.currency) ?? null,
  minimumMinor: parseMoney(form.minimum_commitment, form.currency) ?? null,
  commitUntil: commitUntilOf(form),
  commitTotal: form.commit_total,
  recording: form.recording,
  watermark: form.watermark,
  ...given({ spotlight: form.spotlight, transcript: form.mp4_to_text_flag }),
  enforceAccredit: form.enforce_accredit,
  exemption: form.exemption,
  ...choicesOf(form),
})

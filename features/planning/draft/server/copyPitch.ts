import { randomUUID } from 'node:crypto'
import { formatMoney } from '#contract/money.ts'
import { companyToChoose } from '#features/core/company/server/choosing.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import {
  type CompanyText,
  companyTexts,
  documentFolder,
  looksAfterPitches,
  type PitchDocument,
} from '#features/core/pitch/rules.ts'
import { wireMoment } from '#features/core/pitch/schedule.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { draftCalls } from '#features/planning/draft/contract.ts'
import { type CopiedFile, copyFilesOf, holdCopies } from '#features/room/deck/server/copyFiles.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import { prepares } from '#server/context.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { copyPicture, keepPicture } from '#server/pictures/pictures.ts'
import { putForCall } from '#server/storage/forCall.ts'
import { refuseTooMany } from './drafts.ts'
import { type DraftForm, formWith } from './form.ts'
import { insertDraft } from './queries.ts'

type Call = typeof draftCalls.copyPitch

/** What a draft brings along that has bytes of its own. */
interface Copies {
  readonly draftId: string
  readonly files: readonly CopiedFile[]
  readonly documents: Partial<Record<CompanyText, PitchDocument>>
  readonly logo: string | undefined
}

/** What the pitch has of its company. A file that it replaced since stays one that does not match. */
function companyOf(pitch: PitchRow, { documents, logo }: Copies) {
  const { companyId, companyName, companyLegalName, companyFiles } = pitch
  const files = { ...companyFiles }
  for (const text of ['about', 'highlights'] as const) {
    const [taken, copy] = [files[text], documents[text]]
    if (taken && copy && taken.as === pitch[columns[text]]?.key) files[text] = { ...taken, as: copy.key }
  }
  if (files.logo && logo && files.logo.as === pitch.companyLogo) files.logo = { ...files.logo, as: logo }
  return { companyId, companyName, companyLegalName, companyFiles: files }
}

const columns = { about: 'aboutFile', highlights: 'highlightsFile', dealterms: 'dealtermsFile' } as const

/** Copies the bytes before the transaction, because they may take seconds. */
async function copyBytes(frame: Frame, pitch: PitchRow): Promise<Copies> {
  const draftId = randomUUID()
  const files = await copyFilesOf(frame, pitch.id)
  const documents: Partial<Record<CompanyText, PitchDocument>> = {}
  for (const text of companyTexts) {
    const document = pitch[columns[text]]
    const stored = document && (await frame.storage.read(document.key))
    if (!stored) continue
    const key = `${documentFolder(draftId)}/${document.key.replace(/^.*\//, '')}`
    await putForCall(frame.storage, key, stored.stream)
    documents[text] = { key, filename: document.filename }
  }
  const logo = pitch.companyLogo ? await copyPicture(frame, pitch.companyLogo) : undefined
  return { draftId, files, documents, logo }
}

const draftOf = (copies: Copies) =>
  withPitch<Call>('manages', async context => {
    const { draftId, files, documents, logo } = copies
    const { pitch, actor, db, now } = context
    await refuseTooMany(db, actor.accountId)
    const { organisationId } = pitch
    const company = pitch.companyId && (await companyToChoose(db, actor, pitch.companyId))
    const form = {
      ...formOf(pitch, actor, !(await guestModeOf(db, pitch.id)).on, now),
      company_id: company ? company.id : '',
    }
    const { accountId: userId } = actor
    const holder = { id: draftId, userId, organisationId }
    const uploadIds = await holdCopies(db, holder, files)
    if (logo) await keepPicture(db, logo)
    await insertDraft(db, {
      ...holder,
      ...{ form, uploadIds, documents, companyLogo: logo ?? null, updatedBy: userId },
      copiedCompany: companyOf(pitch, copies),
      ...{ createdAt: now, updatedAt: now },
    })
    const detail = { name: pitch.presentationName, draft: draftId }
    await tell(context, { audit: { action: 'pitch.copy', subject: pitch.uuid, organisationId, detail } })
    return { id: draftId }
  })

/** GAP-002. [ERR-037] */
export const copyPitch = prepares<Call, Copies>(
  async ({ frame, actor, input, fail }) => {
    const pitch = (await managedPitch(frame.db, actor, input.uuid)) ?? fail('PitchNotFound')
    await frame.db.transaction(db => refuseTooMany(db, actor.accountId)) // before gigabytes are copied
    return copyBytes(frame, pitch)
  },
  (context, copies) => draftOf(copies)(context),
)

/** The form of a pitch, whose copy is the caller's: of its team others stay, and of times that are past only the hours. */
function formOf(pitch: PitchRow, { accountId, email, roles }: Actor, show_names: boolean, now: Date): DraftForm {
  const [start, end] = [wireMoment(pitch.startsAt, pitch.startZone), wireMoment(pitch.endsAt, pitch.endZone)]
  const isAhead = pitch.startsAt > now
  const staff = [...pitch.coHosts, ...pitch.moderators]
  const forOther = pitch.userId !== accountId && !staff.includes(email) && roles.some(role => role !== 'presenter')
  const others = (emails: readonly string[]) => emails.filter(one => one !== email)
  return formWith(
    {},
    {
      presentation_name: pitch.presentationName,
      presenter_name: pitch.presenterName,
      start_date: isAhead ? start.date : '',
      start_time: start.time,
      start_noon: start.noon,
      start_zone: pitch.startZone,
      end_date: isAhead ? end.date : '',
      end_time: end.time,
      end_noon: end.noon,
      end_zone: pitch.endZone,
      about: pitch.about,
      highlights: pitch.highlights,
      dealterms: pitch.dealterms,
      keywords: pitch.keywords,
      product_type: pitch.productType,
      company_name: pitch.companyName,
      is_public: pitch.isPublic,
      co_host: others(pitch.coHosts),
      moderator: others(pitch.moderators),
      show_question: pitch.showQuestion,
      show_names,
      currency: pitch.currency,
      series_id: pitch.seriesId ?? '',
      asked_amount: pitch.askedMinor === null ? '' : formatMoney(pitch.askedMinor, pitch.currency),
      minimum_commitment: pitch.minimumMinor === null ? '' : formatMoney(pitch.minimumMinor, pitch.currency),
      commit_until: isAhead && pitch.commitUntil ? wireMoment(pitch.commitUntil, pitch.startZone).date : '',
      commit_total: pitch.commitTotal,
      recording: pitch.recording,
      watermark: pitch.watermark,
      spotlight: pitch.spotlight && looksAfterPitches(roles),
      mp4_to_text_flag: pitch.transcript,
      enforce_accredit: pitch.enforceAccredit,
      exemption: pitch.exemption,
      company_disclosure: pitch.companyDisclosure,
      obfuscated_company_name: pitch.obfuscatedCompanyName,
      obfuscated_description: pitch.obfuscatedDescription,
      attach_pdfs_to_company_info_section: pitch.attachPdfs,
      no_file: pitch.noFile,
      mail_slide: pitch.mailSlide,
      for_other: forOther,
      user_id: forOther ? pitch.userId : '',
    },
  )
}

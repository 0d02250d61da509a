import { DateTime } from 'luxon'
import type { z } from 'zod'
import { formatMoney } from '#contract/money.ts'
import type { PitchShown } from '#features/core/part/server/access.ts'
import type { PitchDetail, PitchItem } from '#features/core/pitch/fields.ts'
import { windowOf, wireStatus } from '#features/core/pitch/rules.ts'
import { wireMoment } from '#features/core/pitch/schedule.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { sendFieldsOf } from '#features/planning/send/server/sends.ts'
import { documentOf } from './documents.ts'
import type { ListedPitch } from './listQueries.ts'

/** A pitch in a list. */
export const itemOf = ({ pitch, attendees }: ListedPitch): z.input<typeof PitchItem> => ({
  id: pitch.id,
  uuid: pitch.uuid,
  presentation_name: pitch.presentationName,
  presenter_name: pitch.presenterName,
  company_name: pitch.companyName,
  start_date_raw: pitch.startsAt.toISOString(),
  start_zone: pitch.startZone,
  end_date_raw: pitch.endsAt.toISOString(),
  state: pitch.state,
  status: wireStatus(pitch.state),
  is_public: pitch.isPublic,
  is_locked: pitch.isLocked,
  spotlight: pitch.spotlight,
  attribute_status: pitch.approval,
  attendees,
  real_start_time: pitch.realStartAt?.toISOString() ?? null,
  created_time: pitch.createdAt.toISOString(),
  updated_time: pitch.updatedAt.toISOString(),
})

/** What of a pitch its own row does not contain. */
interface Beside {
  readonly attendees: number
  readonly files: string[]
  readonly assignee: string
  readonly namesSeen: boolean
  readonly verified: boolean
  readonly series: string
  readonly team: { email: string; name: string }[]
  readonly send: Awaited<ReturnType<typeof sendFieldsOf>>
}

/** The whole of a pitch. Attendees learn no addresses from it. */
export function detailOf(
  { pitch, part, gap }: PitchShown,
  { attendees, files, assignee, namesSeen, verified, series, team, send }: Beside,
): z.input<typeof PitchDetail> {
  const start = wireMoment(pitch.startsAt, pitch.startZone)
  const end = wireMoment(pitch.endsAt, pitch.endZone)
  const attends = part === 'attendee'
  return {
    ...itemOf({ pitch, attendees }),
    ...(attends && { attribute_status: 'none' as const }),
    ...windowOf(attends ? { auditStart: null, auditEnd: null } : pitch),
    user_id: pitch.userId,
    start_date_formated: formatted(pitch.startsAt, pitch.startZone),
    start_date: start.date,
    start_time: start.time,
    start_noon: start.noon,
    start_weight: weight(pitch.startsAt, pitch.startZone),
    end_date: end.date,
    end_time: end.time,
    end_noon: end.noon,
    end_zone: pitch.endZone,
    end_weight: weight(pitch.endsAt, pitch.endZone),
    about: pitch.about,
    about_file: gap ? null : documentOf(pitch, 'about'),
    highlights: pitch.highlights,
    highlights_file: gap ? null : documentOf(pitch, 'highlights'),
    dealterms: pitch.dealterms,
    dealterms_file: gap ? null : documentOf(pitch, 'dealterms'),
    keywords: pitch.keywords,
    product_type: pitch.productType,
    company_logo: pitch.companyLogo ?? '',
    company_id: pitch.companyId ?? '',
    legal_name: pitch.companyLegalName,
    company_verified: verified,
    company_disclosure: pitch.companyDisclosure,
    obfuscated_company_name: attends ? '' : pitch.obfuscatedCompanyName,
    obfuscated_description: attends ? '' : pitch.obfuscatedDescription,
    attach_pdfs_to_company_info_section: pitch.attachPdfs,
    co_host: attends ? [] : pitch.coHosts,
    moderator: attends ? [] : pitch.moderators,
    team_names: team,
    show_question: pitch.showQuestion,
    show_names: namesSeen,
    currency: pitch.currency,
    series_id: attends ? '' : (pitch.seriesId ?? ''),
    series_name: series,
    asked_amount: pitch.askedMinor === null ? '' : formatMoney(pitch.askedMinor, pitch.currency),
    minimum_commitment: pitch.minimumMinor === null ? '' : formatMoney(pitch.minimumMinor, pitch.currency),
    commit_until: pitch.commitUntil ? wireMoment(pitch.commitUntil, pitch.startZone).date : '',
    ...{ commit_total: pitch.commitTotal, recording: pitch.recording, watermark: pitch.watermark },
    mp4_to_text_flag: pitch.transcript,
    ...{ enforce_accredit: pitch.enforceAccredit, exemption: pitch.exemption, accreditation_gap: gap ?? '' },
    no_file: pitch.noFile,
    ...send,
    pitch_files: files,
    assignee,
    real_end_time: pitch.realEndAt?.toISOString() ?? null,
    part,
  }
}

/** "12/01/2026 10:00 AM EST" */
const formatted = (at: PitchRow['startsAt'], zone: string) =>
  DateTime.fromJSDate(at, { zone }).setLocale('en-US').toFormat('MM/dd/yyyy hh:mm a ZZZZ')

function weight(at: PitchRow['startsAt'], zone: string): number {
  const { hour, minute } = DateTime.fromJSDate(at, { zone })
  return hour * 60 + minute
}

import { createHash } from 'node:crypto'
import { formatMoney, showMoney } from '#contract/money.ts'
import { wireMoment } from '#features/core/pitch/schedule.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { filesOf, pagesOf } from '#features/room/deck/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** What a pitch shows: its fields as they are written, and the keys and texts of its slides in their order. */
export interface Snapshot {
  readonly fields: Readonly<Record<string, string>>
  readonly slides: readonly { readonly key: string; readonly text: string }[]
}

/** The most text of a slide that is compared. */
const MOST_TEXT = 2000

export async function snapshotOf(db: Database | Transaction, pitch: PitchRow): Promise<Snapshot> {
  const files = (await filesOf(db, pitch.id)).filter(({ status }) => status !== 'failed')
  const pages = await pagesOf(
    db,
    files.map(({ id }) => id),
  )
  const slides = files.flatMap(({ id }) => pages.filter(({ fileId }) => fileId === id))
  return {
    fields: fieldsOf(pitch),
    slides: slides.map(({ key, text }) => ({ key, text: text.slice(0, MOST_TEXT) })),
  }
}

const money = (minor: bigint | null, currency: string) =>
  minor === null ? '' : showMoney(formatMoney(minor, currency))
function moment(at: Date, zone: string): string {
  const { date, time, noon } = wireMoment(at, zone)
  return `${date} ${time} ${noon} ${zone}`
}

const fieldsOf = (pitch: PitchRow): Record<string, string> => ({
  presentation_name: pitch.presentationName,
  presenter_name: pitch.presenterName,
  company_name: pitch.companyName,
  obfuscated_company_name: pitch.obfuscatedCompanyName,
  obfuscated_description: pitch.obfuscatedDescription,
  product_type: pitch.productType,
  keywords: pitch.keywords,
  start: moment(pitch.startsAt, pitch.startZone),
  end: moment(pitch.endsAt, pitch.endZone),
  about: pitch.about,
  about_file: pitch.aboutFile?.filename ?? '',
  highlights: pitch.highlights,
  highlights_file: pitch.highlightsFile?.filename ?? '',
  dealterms: pitch.dealterms,
  dealterms_file: pitch.dealtermsFile?.filename ?? '',
  asked_amount: money(pitch.askedMinor, pitch.currency),
  minimum_commitment: money(pitch.minimumMinor, pitch.currency),
  watermark: pitch.watermark ? 'on' : '',
  enforce_accredit: pitch.enforceAccredit ? 'on' : '',
  exemption: pitch.exemption,
  commit_until: pitch.commitUntil ? wireMoment(pitch.commitUntil, pitch.startZone).date : '',
})

/** Names what a reviewer sees: what the pitch shows, and where its review stands. */
export const versionOf = (pitch: PitchRow, snapshot: Snapshot): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        snapshot.fields,
        snapshot.slides.map(({ key }) => key),
        [pitch.aboutFile?.key, pitch.highlightsFile?.key, pitch.dealtermsFile?.key, pitch.companyLogo],
        [pitch.approval, pitch.auditStart, pitch.auditEnd],
      ]),
    )
    .digest('base64url')
    .slice(0, 32)

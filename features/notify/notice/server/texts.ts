import { writeItems } from '#contract/amounts.ts'
import { type Role, roles } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { showMoney } from '#contract/money.ts'
import { textsIn } from '#server/texts.ts'

type Reviewed = { readonly title: string; readonly pitchId: number; readonly reason: string }

/** The parameters of each kind of notice. Its words are in `texts/`, under its name. */
export interface NoticeParams {
  /** To a person who set their first password. */
  readonly accountActivated: Record<string, never>
  /** To a person whose roles have changed. */
  readonly roleChanged: { readonly roles: readonly string[] }
  /** To the admin of a change of many people, when it is complete. */
  readonly usersChanged: { readonly taskId: string; readonly done: number; readonly failed: number }
  /** To a person who changed their email address, or has never confirmed it. */
  readonly confirmEmail: { readonly email: string }
  /** To the person who invited an account to the console, or created it. */
  readonly invitationAccepted: { readonly name: string }
  /** To the new owner of a pitch. */
  readonly pitchAssigned: { readonly title: string; readonly pitchId: number }
  /** To the owner and the co-hosts of a pitch that was reviewed. `reason`: why, if the reviewer said so. */
  readonly pitchApproved: Reviewed
  readonly pitchUnapproved: Reviewed
  readonly pitchPending: Reviewed
  /** To the people who may approve a pitch that waits for a review, or `count` pitches that begin to at once. */
  readonly reviewAsked: { readonly title: string; readonly pitchUuid: string }
  readonly reviewsAsked: { readonly count: number }
  /** To the owner and the co-hosts of a pitch whose attendees may watch its recording from now on. */
  readonly recordingApproved: { readonly title: string; readonly pitchUuid: string }
  /**
   * To the presenters of pitches, and to the admins of their organization, whose retention will remove recordings. `until`:
   * YYYY-MM-DD, the first day.
   */
  readonly recordingsDue: { readonly count: number; readonly until: string }
  /** To the owner of a pitch and to the person who planned to send its invitations, when they were not sent. */
  readonly sendSkipped: { readonly title: string; readonly reason: string }
  /** To the same, when contact lists of the send were gone. */
  readonly sendListsGone: { readonly title: string }
  /** To the person who uploaded a file that could not be converted. */
  readonly deckFailed: { readonly file: string; readonly pitchUuid?: string | undefined }
  /** To the admins of an organization. */
  readonly ticketOpened: { readonly number: number; readonly name: string }
  /** To the author of the ticket. */
  readonly ticketAnswered: { readonly number: number }
  /** To the person who submitted a company for verification. `reason`: why it was rejected. */
  readonly enterpriseApproved: { readonly name: string; readonly companyId: string }
  readonly enterpriseRejected: { readonly name: string; readonly companyId: string; readonly reason: string }
  /** To an investor: their accreditation was approved or refused, or ends soon. `until`: YYYY-MM-DD, its last day. */
  readonly accreditationApproved: { readonly until: string; readonly reason: string }
  readonly accreditationRefused: { readonly until: string; readonly reason: string }
  readonly accreditationExpires: { readonly until: string; readonly reason: string }
  /** To a person who was mentioned in a room's chat and was not there. `name`: the author of the message. */
  readonly chatMentioned: { readonly title: string; readonly pitchUuid: string; readonly name: string }
  /**
   * To the owner and the co-hosts of a pitch. `name`: who committed, `amount`: "$25,000", `statement`: what a
   * commitment is, as they were shown it; notices of before have none.
   */
  readonly commitmentMade: {
    readonly title: string
    readonly pitchUuid: string
    readonly name: string
    readonly amount: string
    readonly statement?: string
  }
  /** To the super admins, when the disk of the storage begins to fill up. */
  readonly diskFilling: Record<string, never>
  /** To an investor who waited for a seat of a pitch's series. */
  readonly seatOffered: { readonly title: string; readonly pitchUuid: string }
  /** To an investor whose commitment was withdrawn; `amount` as above. */
  readonly commitmentWithdrawn: {
    readonly title: string
    readonly pitchUuid: string
    readonly amount: string
    readonly reason: string
  }
}
export type NoticeKind = keyof NoticeParams

/** A notice in its reader's language; `link` is an address of the console. */
export interface NoticeText {
  readonly title: string
  readonly content: string
  readonly button?: { readonly text: string; readonly action: 'open' | 'confirmEmail'; readonly link?: string }
}

/** Where the button of a notice leads; undefined where it has none. */
const links: { readonly [K in NoticeKind]: (params: NoticeParams[K]) => string | undefined } = {
  accountActivated: () => '/personal-info/profile',
  roleChanged: () => undefined,
  usersChanged: ({ taskId }) => `/user-management/list?task=${taskId}`,
  confirmEmail: () => undefined,
  invitationAccepted: () => undefined,
  pitchAssigned: ({ pitchId }) => `/pitches/view/${pitchId}`,
  pitchApproved: ({ pitchId }) => `/pitches/view/${pitchId}`,
  pitchUnapproved: ({ pitchId }) => `/pitches/view/${pitchId}`,
  pitchPending: ({ pitchId }) => `/pitches/view/${pitchId}`,
  reviewAsked: ({ pitchUuid }) => `/pitches/validation?pitch=${pitchUuid}`,
  reviewsAsked: () => '/pitches/validation',
  recordingApproved: ({ pitchUuid }) => `/pitch-management/${pitchUuid}?tab=recording`,
  recordingsDue: () => '/pitches/recordings?due=1',
  sendSkipped: () => '/pitches/scheduled?state=skipped',
  sendListsGone: () => '/pitches/scheduled?state=sent',
  deckFailed: ({ pitchUuid }) => pitchUuid && `/pitches/editfile/${pitchUuid}`,
  ticketOpened: ({ number }) => `/support/tickets?ticket=${number}`,
  ticketAnswered: ({ number }) => `/help?ticket=${number}`,
  enterpriseApproved: ({ companyId }) => `/companies?verify=${companyId}`,
  enterpriseRejected: ({ companyId }) => `/companies?verify=${companyId}`,
  accreditationApproved: () => '/investor/accreditation',
  accreditationRefused: () => '/investor/accreditation',
  accreditationExpires: () => '/investor/accreditation',
  chatMentioned: ({ pitchUuid }) => `/live/${pitchUuid}`,
  commitmentMade: ({ pitchUuid }) => `/pitch-management/${pitchUuid}`,
  diskFilling: () => undefined,
  seatOffered: ({ pitchUuid }) => `/live/${pitchUuid}`,
  commitmentWithdrawn: ({ pitchUuid }) => `/live/${pitchUuid}`,
}
const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(links, kind)

/** The values for a notice's placeholders: mostly its parameters as they are. */
function filled(kind: NoticeKind, params: unknown, language: Language): Record<string, unknown> {
  if (kind === 'roleChanged') {
    const t = textsIn(language, 'notice')
    const names = (params as NoticeParams['roleChanged']).roles.map(role => (isRole(role) ? t(`roles.${role}`) : role))
    return { roles: writeItems(names, language) }
  }
  if (kind === 'commitmentMade') {
    const made = params as NoticeParams['commitmentMade']
    return { ...made, amount: showMoney(made.amount), ...(made.statement && { context: 'signed' }) }
  }
  if (kind === 'commitmentWithdrawn') {
    const gone = params as NoticeParams['commitmentWithdrawn']
    return { ...gone, amount: showMoney(gone.amount) }
  }
  if (kind === 'sendSkipped') {
    const skipped = params as NoticeParams['sendSkipped']
    return { ...skipped, context: skipped.reason }
  }
  if (kind === 'pitchUnapproved' || kind === 'pitchPending') {
    const reviewed = params as NoticeParams['pitchPending']
    return { ...reviewed, ...(reviewed.reason && { context: 'why' }) }
  }
  if (kind !== 'usersChanged') return params as Record<string, unknown>
  const { done, failed } = params as NoticeParams['usersChanged']
  return { done, failed, ...(failed && { context: 'failed' }) }
}
const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role)

/** The words of a notice; undefined for a kind that this version does not know. */
export function noticeText(kind: string, params: unknown, language: Language): NoticeText | undefined {
  if (!isKind(kind)) return undefined
  const t = textsIn(language, 'notice')
  const values = filled(kind, params, language)
  const text = { title: t(`${kind}.title`, values), content: t(`${kind}.content`, values) }
  if (kind === 'confirmEmail') return { ...text, button: { text: t('confirmEmail.button'), action: 'confirmEmail' } }
  const link = (links[kind] as (params: unknown) => string | undefined)(params)
  if (!link) return text
  return { ...text, button: { text: t(`${kind as 'ticketOpened'}.button`), action: 'open', link } }
}

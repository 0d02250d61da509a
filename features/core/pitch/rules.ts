/** The lifecycle of a pitch, drawn in the README. STATE-004 to STATE-008 name the first five. */
export const pitchStates = ['draft', 'scheduled', 'delivered', 'inProgress', 'processing', 'over'] as const
export type PitchState = (typeof pitchStates)[number]

/**
 * [STATE-024 to STATE-027] Where the review of a pitch stands. `none`: no one has asked for one. Before the pitch,
 * whatever changes what was judged takes it back to `pending`.
 */
export const approvals = ['none', 'pending', 'approved', 'unapproved'] as const
export type Approval = (typeof approvals)[number]

/**
 * What can happen to a pitch. `deliver`: its invitations have gone out. [STATE-030] `restart` opens one that is over to
 * be presented again, [STATE-032] `reset` takes it back to where it was before anyone was invited.
 */
export type PitchAction = 'schedule' | 'deliver' | 'start' | 'end' | 'finish' | 'restart' | 'reset'

const transitions: Record<PitchState, Partial<Record<PitchAction, PitchState>>> = {
  draft: { schedule: 'scheduled' },
  scheduled: { deliver: 'delivered', start: 'inProgress' },
  delivered: { deliver: 'delivered', start: 'inProgress' },
  inProgress: { deliver: 'inProgress', end: 'processing' },
  processing: { finish: 'over' },
  over: { restart: 'delivered', reset: 'scheduled' },
}

/** The state after an action, or undefined when the state forbids it. The only way a pitch changes its state. */
export const nextPitchState = (state: PitchState, action: PitchAction): PitchState | undefined =>
  transitions[state][action]

/** [STATE-001, STATE-002, STATE-003] The status on the wire: 0 not started, 2 live, 3 being processed, 4 over. */
export const wireStatus = (state: PitchState): 0 | 2 | 3 | 4 =>
  state === 'inProgress' ? 2 : state === 'processing' ? 3 : state === 'over' ? 4 : 0

/** [RULE-059, RULE-060] A pitch ends after it starts. */
export const endsAfterStart = (start: Date, end: Date): boolean => end.getTime() > start.getTime()

/** [RULE-064] Co-hosts, presenter and moderators are different people. Addresses in any case. */
export function peopleAreDistinct(
  presenter: string,
  coHosts: readonly string[],
  moderators: readonly string[],
): boolean {
  const all = [presenter, ...coHosts, ...moderators].map(address => address.trim().toLowerCase())
  return new Set(all).size === all.length
}

/** The part of a person in a pitch. */
export type PitchPart = 'owner' | 'coHost' | 'moderator' | 'admin' | 'attendee'

/** The parts that present: they start, turn pages and end. */
export const presents = (part: PitchPart): boolean => part === 'owner' || part === 'coHost'

/** The parts that edit a pitch, its deck and its invitations, and see its results. */
export const manages = (part: PitchPart): boolean => part === 'owner' || part === 'coHost' || part === 'admin'

/** Who sees in the room the sum of all commitments: no one, the pitch's managers, or everyone. */
export const totalChoices = ['nobody', 'host', 'everybody'] as const
export type TotalChoice = (typeof totalChoices)[number]

/** Whether a pitch is recorded: not, from its start, or when its presenter begins it. */
export const recordingChoices = ['not', 'start', 'hand'] as const
export type RecordingChoice = (typeof recordingChoices)[number]

/**
 * [ENT-059] Who may know before the start which company presents: everyone who sees the pitch, invited people,
 * or its team.
 */
export const disclosures = ['everybody', 'invited', 'team'] as const
export type Disclosure = (typeof disclosures)[number]

/**
 * Whether a person may know which company presents. Its team always does; from the start on so does everyone in the
 * room, where the slides say it. Before that a fund chooses: people whom it invited are chosen, people who walk into a
 * public pitch or come through a partner's link are not.
 */
export const knowsCompany = (
  { companyDisclosure, state }: { readonly companyDisclosure: Disclosure; readonly state: PitchState },
  part: PitchPart,
  isInvited: boolean,
): boolean =>
  part !== 'attendee' ||
  hasStarted(state) ||
  companyDisclosure === 'everybody' ||
  (companyDisclosure === 'invited' && isInvited)

/** The roles that manage all pitches of an organization: they lock, hand over and reset them. */
export const looksAfterPitches = (roles: readonly string[]): boolean =>
  roles.some(role => role === 'superadmin' || role === 'admin' || role === 'pitchadmin')

/** [STATE-028, STATE-029] Only a person who may unlock a locked pitch may change it. */
export const isLockedFor = (isLocked: boolean, roles: readonly string[]): boolean =>
  isLocked && !looksAfterPitches(roles)

/** States before the room has opened: only then does a pitch change its time, its people or its texts. */
export const isBeforeStart = (state: PitchState): boolean =>
  state === 'draft' || state === 'scheduled' || state === 'delivered'

/** While a pitch is live, or until its results are in, it cannot be deleted. */
export const mayBeDeleted = (state: PitchState): boolean => state !== 'inProgress' && state !== 'processing'

/**
 * How far back a start may lie when it is scheduled, in milliseconds: "now" is a minute ago once the form is filled in.
 */
export const START_TOLERANCE_MS = 15 * 60_000

/** A deleted pitch can be taken back for so many days; then it is gone. */
export const RESTORABLE_DAYS = 30

/** Whether MM/DD/YYYY is a day of the calendar, between 2000 and 2999. */
export function isCalendarDate(date: string): boolean {
  const [month = 0, day = 0, year = 0] = date.split('/').map(Number)
  const at = new Date(Date.UTC(year, month - 1, day))
  return year >= 2000 && year < 3000 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/** From the moment the room opens: feedback and commitments are taken then, and after the end as well. */
export const hasStarted = (state: PitchState): boolean => !isBeforeStart(state)

/** From the end on: the session can be rated then. */
export const hasEnded = (state: PitchState): boolean => state === 'processing' || state === 'over'

/**
 * The exemptions from registration under which an offering is made, as its presenter names them; empty for none named.
 * What each means is a text with its source and date (`exemption` in pitch.json), not code.
 */
export const exemptions = ['', 'rule506b', 'rule506c', 'regulationS', 'other'] as const
export type Exemption = (typeof exemptions)[number]

/** What a person lacks of the accreditation that a pitch needs. */
export const accreditationGaps = ['missing', 'pending', 'expired'] as const
export type AccreditationGap = (typeof accreditationGaps)[number]

/** What is known of a person's accreditation. */
export interface Standing {
  readonly accreditedUntil: Date | null
  /** They have declared it, or a review is pending. */
  readonly provisionalMember: boolean
  readonly accreditationPending: boolean
}

/** [ENT-010, ENT-038] Whether an accreditation is valid at an instant, and what is lacking if it is not. */
export function gapOf(
  { accreditedUntil, accreditationPending }: Omit<Standing, 'provisionalMember'>,
  at: Date,
): AccreditationGap | undefined {
  if (accreditedUntil && accreditedUntil > at) return undefined
  if (accreditationPending) return 'pending'
  return accreditedUntil ? 'expired' : 'missing'
}

/** [ENT-007] The texts of a company beside which a document may stand. */
export const companyTexts = ['about', 'highlights', 'dealterms'] as const
export type CompanyText = (typeof companyTexts)[number]

/** Bytes of such a document. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 ** 2

/**
 * The storage folder of the documents of a pitch, by its uuid; of a draft, by its id, which becomes the pitch's uuid.
 */
export const documentFolder = (uuid: string) => `pitch-documents/${uuid}`

/** A document beside one of the three texts, ENT-007: its key in the storage, and what its sender called it. */
export interface PitchDocument {
  key: string
  filename: string
}

/** A file of a company that a pitch took over: the company's (`of`) and the pitch's own copy (`as`), by their keys. */
export interface TakenFile {
  of: string
  as: string
}

/** Seconds as hh:mm:ss. */
const clockOf = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')

/** The seconds that an hh:mm:ss means. */
export const secondsOf = (clock: string): number =>
  clock.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)

/** [ENT-011] The released part of a recording on the wire; empty texts for none. */
export const windowOf = ({ auditStart, auditEnd }: { auditStart: number | null; auditEnd: number | null }) => {
  const isSet = auditStart !== null && auditEnd !== null
  return {
    audit_start_time: isSet ? clockOf(auditStart) : '',
    audit_end_time: isSet ? clockOf(auditEnd) : '',
    audit_duration: isSet ? clockOf(auditEnd - auditStart) : '',
  }
}

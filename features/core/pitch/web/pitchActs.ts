import { isBeforeStart, manages, mayBeDeleted, type PitchPart, type PitchState } from '../rules.ts'

interface Acted {
  readonly id: number
  readonly uuid: string
  readonly state: PitchState
}

/** The addresses of a pitch's screens. */
export const pitchPaths = {
  view: (pitch: Pick<Acted, 'id'>) => `/pitches/view/${pitch.id}`,
  edit: (pitch: Pick<Acted, 'id'>) => `/pitches/edit/${pitch.id}`,
  companyInfo: (pitch: Pick<Acted, 'uuid'>) => `/pitches/companyinfo/${pitch.uuid}`,
  slides: (pitch: Pick<Acted, 'uuid'>) => `/pitches/editfile/${pitch.uuid}`,
  invite: (pitch: Pick<Acted, 'uuid'>) => `/pitches/invite/${pitch.uuid}`,
  reminders: (pitch: Pick<Acted, 'uuid'>) => `/pitches/reminderattendees/${pitch.uuid}`,
  list: (pitch: Pick<Acted, 'uuid'>) => `/pitches/editattendeesbyadmin/${pitch.uuid}`,
  room: (pitch: Pick<Acted, 'uuid'>) => `/join-session/${pitch.uuid}`,
  results: (pitch: Pick<Acted, 'uuid'>) => `/pitch-management/${pitch.uuid}`,
} as const

/** The review of pitches, and of one of them. */
export const reviewPath = (uuid?: string): string => `/pitches/validation${uuid ? `?pitch=${uuid}` : ''}`

/** The addresses of drafts. */
export const draftPaths = {
  own: '/pitches/draft',
  all: '/pitches/alldraft',
  edit: (id: string) => `/pitches/edit-draft?id=${id}`,
  editByAdmin: (id: string) => `/pitches/edit-draft-byadmin?id=${id}`,
} as const

/** The actions on a pitch in its state. Lists hold only pitches that the caller manages, so they tell no part. */
export function pitchActs({ state, part }: Pick<Acted, 'state'> & { readonly part?: PitchPart }) {
  const manage = part === undefined || manages(part)
  const open = state !== 'draft' && state !== 'processing' && state !== 'over'
  return {
    manage,
    enter: open,
    edit: manage && isBeforeStart(state),
    slides: manage && isBeforeStart(state),
    invite: manage && open,
    results: manage && !isBeforeStart(state),
    delete: manage && mayBeDeleted(state),
  }
}

import { isBeforeStart, mayBeDeleted, type PitchState } from '../rules.ts'

interface Acted {
  readonly id: number
  readonly uuid: string
  readonly state: PitchState
}

/** The addresses of a pitch's screens. */
export const pitchPaths = {
  view: (pitch: Pick<Acted, 'id'>) => `/pitches/view/${pitch.id}`,
  edit: (pitch: Pick<Acted, 'id'>) => `/pitches/edit/${pitch.id}`,
  slides: (pitch: Pick<Acted, 'uuid'>) => `/pitches/editfile/${pitch.uuid}`,
  invite: (pitch: Pick<Acted, 'uuid'>) => `/pitches/invite/${pitch.uuid}`,
  room: (pitch: Pick<Acted, 'uuid'>) => `/join-session/${pitch.uuid}`,
  results: (pitch: Pick<Acted, 'uuid'>) => `/pitch-management/${pitch.uuid}`,
} as const

/** What those who manage a pitch can do with it as it stands. */
export const pitchActs = ({ state }: Pick<Acted, 'state'>) => ({
  enter: state !== 'draft' && state !== 'processing' && state !== 'over',
  edit: isBeforeStart(state),
  slides: isBeforeStart(state),
  invite: state !== 'draft' && state !== 'processing' && state !== 'over',
  results: !isBeforeStart(state),
  delete: mayBeDeleted(state),
})

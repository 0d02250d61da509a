import type { RoomState } from '#features/room/room/parts.ts'
import type { RoomAuth, Snapshot } from '#features/room/room/socket.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import type { Answers } from '#web/testing/renderAt.tsx'
import type { RoomSocket } from '../connectionParts.ts'

export const pitch = '00000000-0000-4000-8000-00000000aaaa'
export const group = '00000000-0000-4000-8000-00000000bbbb'
export const ids = {
  paula: '00000000-0000-4000-8000-0000000000a1',
  ivan: '00000000-0000-4000-8000-0000000000a2',
}

/** A room socket whose server is the test. */
export class FakeSocket implements RoomSocket {
  readonly #listeners = new Map<string, (...given: never[]) => void>()
  readonly sent: unknown[] = []
  /** As Socket.IO's manager, for who wants to know how attempts go. */
  readonly io = { on: () => {}, timeout: () => {} }
  /** What each connection showed first. */
  readonly shown: RoomAuth[] = []
  connected = false
  readonly #auth: (give: (auth: RoomAuth) => void) => void

  constructor(auth: (give: (auth: RoomAuth) => void) => void) {
    this.#auth = auth
  }
  on(event: string, listener: (...given: never[]) => void): void {
    this.#listeners.set(event, listener)
  }
  emit(event: 'watching' | 'signal', said: unknown): void {
    this.sent.push([event, said])
  }
  connect(): void {
    this.connected = true
    this.#auth(auth => this.shown.push(auth))
  }
  disconnect(): void {
    this.connected = false
  }
  /** What the server, or the network, does. */
  deliver(event: string, payload?: unknown): void {
    this.#listeners.get(event)?.(payload as never)
  }
}

export const snapshot = (seq: number, room: Partial<RoomState> = {}, more: Partial<Snapshot> = {}): Snapshot => ({
  seq,
  state: { ...roomModel.emptyView, room: { ...roomModel.emptyView.room, status: 2, pages: 5, ...room } },
  me: { id: ids.ivan, session: 'mine', part: 'attendee', name: 'Ivan Petrov' },
  group_uuid: group,
  here: 3,
  presenters: [ids.paula],
  ...more,
})

export const turned = (seq: number, page: number, sender = 'theirs') => ({
  seq,
  type: 'pageChanged' as const,
  payload: { msg_type: 150 as const, page, action: 'right' as const, index: 0, sender },
  at: '2026-01-01T10:00:00.000Z',
})

export const said = (id: number, msg_content: string, fromuserid = ids.paula, name = 'Paula Reyes') => ({
  id,
  local_msg_id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  group_uuid: group,
  type: 'group' as const,
  msg_type: 0 as const,
  msg_content: btoa(msg_content),
  fromuserid,
  touserid: null,
  name,
  create_time: new Date().toISOString(),
})

const page = (number: number) => ({
  page: number,
  file_id: group,
  url: `/deck/${number}.jpg`,
  medium_url: `/deck/${number}-m.jpg`,
  thumb_url: `/deck/${number}-t.jpg`,
  width: 1920,
  height: 1080,
  text: `Words of slide ${number}`,
})

/** What the server answers about the pitch; the status may be changed. */
export const pitchAnswers = (part: string, status = 2, more: object = {}): Answers => ({
  getJoinInfo: () => ({
    uuid: pitch,
    presentation_name: 'Quill seed',
    presenter_name: 'Paula Reyes',
    company_name: 'Quill Co',
    about: 'Pens that write contracts.',
    highlights: 'Grew threefold.',
    start_date_raw: new Date(Date.now() + 3_600_000).toISOString(),
    end_date_raw: new Date(Date.now() + 7_200_000).toISOString(),
    status,
    part,
    name: part === 'attendee' ? 'Ivan Petrov' : 'Paula Reyes',
    email: 'somebody@quill.example',
    recording: 'not',
    watermark: false,
    enforce_accredit: false,
    accreditation_gap: '',
    agrees_to_recording: null,
    timezone: '',
    ...more,
  }),
  getPitchStatus: () => ({ status, current_page: 1, current_index: 0 }),
  sgGetPitchPagesData: () => ({ status: 'ready', total: 5, pages: [1, 2, 3, 4, 5].map(page), deck: 0 }),
  // the room hears of it when the test says so
  sgUpdatePitchPages: ({ page, index }) => ({ page, index, seq: 1_000_000 }),
  exitUser: () => ({ status, is_paused: false, living_host: ids.paula }),
  prepareEndPitchData: () => ({
    ...{ status, is_paused: false, living_host: ids.paula, here: 3, real_start_time: null },
    takers: [] as { user_id: string; name: string; part: 'coHost' }[],
  }),
  getPitchCaptionSettings: () => ({
    ...{
      speech: 'browser' as const,
      provider: null,
      deaf: false,
      keeps: true,
      spoken: 'en-US' as const,
      recognised: false,
    },
  }),
  getOwnReactions: () => ({ items: [], total: 0 }),
  getQuestionList: () => ({ items: [], total: 0, waiting: 0, answered: 0, dismissed: 0, message_ids: [], open: false }),
  getOwnQuestions: () => ({ items: [], total: 0 }),
  getRemovedList: () => ({ items: [], total: 0 }),
  getMyFeedback: () => ({ select: null, note: '', contact: '' }),
  getRehearsal: () => ({ rehearsal: null }),
  getCommitmentTerms: () => ({
    ...{ asked_amount: '', minimum_commitment: '', commit_until: null, is_open: true, total: null },
    ...{ currency: 'USD', series: null, seats: null, waiting: null },
    statement: { version: 0, en: 'Not binding.', 'zh-Hans': '不具约束力。', 'zh-Hant': '不具拘束力。' },
  }),
  getMyCommitment: () => ({
    ...{ is_committed: false, money_amount: '', initials: '' },
    ...{ statement: '', statement_version: null, statement_language: null },
  }),
})

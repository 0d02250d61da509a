import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver, slideStands, videoOff } from '../testing/roomPage.ts'

const cora = '00000000-0000-4000-8000-0000000000a3'
const me = { owner: ids.paula, coHost: cora, attendee: ids.ivan }

/** The live room, as a person of this part sees it. Paula leads it. */
async function room(part: keyof typeof me, answers: Answers = {}, state = {}) {
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part), ...videoOff, ...answers } as Answers)
  await connected()
  const mine = { id: me[part], session: 'mine', part, name: 'Me' }
  deliver('snapshot', snapshot(7, { host: ids.paula, ...state }, { me: mine }))
  await slideStands()
  return { ...app, news: within(await screen.findByRole('region', { name: 'Activity' })) }
}
const commits = (more = {}) =>
  deliver('signal', {
    type: 'commitmentMade',
    payload: { name: 'Grace Hopper', money_amount: '$50,000', in_room: true, ...more },
  })
const happens = (seq: number, type: string, payload: object) =>
  deliver('event', { seq, type, payload, at: '2026-01-01T10:00:00.000Z' })

beforeEach(() => {
  HTMLImageElement.prototype.decode = async () => {}
  Element.prototype.scrollIntoView = () => {}
  localStorage.setItem('rostrum.room.panel', 'none')
})

describe('a person without a name', () => {
  const lin = { id: cora, name: 'lin@reef.example', guest: '#0000' }
  it('[PERM-059] is the same address for a manager in the room as in every list, and a number for others', async () => {
    const asked: unknown[] = []
    const getRoomPeople = (input: object) => {
      asked.push(input)
      return { items: [lin], total: 1, here: 1 }
    }
    await room('owner', { getRoomPeople } as Answers)
    happens(8, 'questionShown', { question: { question_id: pitch, content: 'When?', account: cora, name: '#0000' } })
    expect(await screen.findByText(/lin@reef\.example/)).toBeTruthy()
    expect(asked[0]).toEqual({ pitch_uuid: pitch, nameless: '1', limit: '200' })
    cleanup()
    await room('attendee', { getRoomPeople } as Answers)
    happens(8, 'questionShown', { question: { question_id: pitch, content: 'When?', account: cora, name: '#0000' } })
    expect(await screen.findByText(/Guest #0000/)).toBeTruthy()
  })
})

describe('a commitment', () => {
  const asked = {
    ...{ asked_amount: '', minimum_commitment: '', commit_until: null, is_open: true },
    ...{ currency: 'USD', series: null, seats: null, waiting: null },
    statement: { version: 0, en: 'Not binding.', 'zh-Hans': '', 'zh-Hant': '' },
    total: { count: 1, money_amount: '$50,000' },
  }
  it('[PROD-027] is said to the presenter, and marks the way to the sum until it was seen', async () => {
    const detail = { about: '', highlights: '', dealterms: '' }
    const { user, news } = await room('owner', {
      getCommitmentTerms: () => asked,
      getPitchDetail: () => detail,
    } as Answers)
    commits()
    expect(await news.findByText('Grace Hopper committed US$50,000')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'More, 1 new commitment' })).toBeTruthy()
    await user.click(news.getByRole('button', { name: 'View total' }))
    expect(await screen.findByText('US$50,000 from 1 investor')).toBeTruthy()
    expect(screen.getByText('Not binding.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'More' })).toBeTruthy()
    await user.click(news.getByRole('button', { name: 'Close: Grace Hopper committed US$50,000' }))
    expect(news.queryByText('Grace Hopper committed US$50,000')).toBeNull()
  })

  it('made while the line was lost is in the sum, and told as soon as the line is back', async () => {
    const detail = { about: '', highlights: '', dealterms: '' }
    let total = { count: 1, money_amount: '$50,000' }
    const { user, news, made } = await room('owner', {
      getCommitmentTerms: () => ({ ...asked, total }),
      getPitchDetail: () => detail,
    } as Answers)
    const anew = () => {
      deliver('disconnect', 'transport close')
      deliver('resumed', { ...snapshot(7), me: { id: me.owner, session: 'mine', part: 'owner' }, events: [] })
    }
    await waitFor(() => expect(made.some(({ call }) => call === 'getCommitmentTerms')).toBe(true))
    total = { count: 3, money_amount: '$90,000' }
    anew()
    expect(await news.findByText('2 new commitments')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'More, 2 new commitments' })).toBeTruthy()
    await user.click(news.getByRole('button', { name: 'View total' }))
    expect(await screen.findByText('US$90,000 from 3 investors')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'More' })).toBeTruthy()
    total = { count: 4, money_amount: '$100,000' }
    anew()
    expect(await screen.findByText('US$100,000 from 4 investors')).toBeTruthy()
    expect(await news.findByText('1 new commitment')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'More' })).toBeTruthy()
  })

  it('[PERM-059] of a guest is a guest’s, and without its amount where the pitch wants none in its room', async () => {
    const { news } = await room('owner')
    commits({ name: '#3F2A', in_room: false })
    expect(await news.findByText('Guest #3F2A committed')).toBeTruthy()
    expect(document.body.textContent).not.toContain('$50,000')
    expect(screen.queryByRole('button', { name: /new commitment/ })).toBeNull()
  })
})

it('tells an attendee who is taken off the stage, until they are on it again, and no other', async () => {
  const { news, user } = await room('attendee')
  const grant = { microphone: true, camera: false }
  happens(8, 'stageGranted', { account: cora, ...grant })
  happens(9, 'stageRevoked', { account: cora })
  // not answered yet
  happens(10, 'stageGranted', { account: me.attendee, ...grant })
  await screen.findByRole('dialog', { name: 'You’re invited on stage' })
  happens(11, 'stageRevoked', { account: me.attendee })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(news.queryByText(/left the stage/)).toBeNull()
  happens(12, 'stageGranted', { account: me.attendee, ...grant })
  await user.click(await screen.findByRole('button', { name: 'Turn on microphone' }))
  happens(13, 'stageRevoked', { account: me.attendee })
  expect(await news.findByText('You’ve left the stage. No one can see or hear you.')).toBeTruthy()
  happens(14, 'stageGranted', { account: me.attendee, ...grant })
  await waitFor(() => expect(news.queryByText(/left the stage/)).toBeNull())
})

describe('who leads the pitch', () => {
  const leader = { account: cora, name: 'Cora Lin' }
  it('[STATE-039, PERM-042] is told to everybody, and is the presenter from then on', async () => {
    const { news } = await room('attendee')
    happens(8, 'hostChanged', { host: cora, leader })
    expect(await news.findByText('Cora Lin is now leading the pitch.')).toBeTruthy()
    expect(screen.getByText('Cora Lin is presenting')).toBeTruthy()
    expect(screen.queryByText('Paula Reyes is presenting')).toBeNull()
    happens(9, 'hostChanged', { host: ids.paula })
    expect(await news.findByText('Paula Reyes is now leading the pitch.')).toBeTruthy()
  })

  it('[STATE-039] says plainly to the new leading presenter', async () => {
    const { news } = await room('coHost')
    happens(8, 'hostChanged', { host: cora, leader })
    expect(await news.findByText('You’re now leading the pitch.')).toBeTruthy()
  })

  it('[PERM-042, ROOM-018] has the presenter’s tag, and the owner their own', async () => {
    localStorage.setItem('rostrum.room.panel', 'people')
    const nobody = { firstname: '', lastname: '', avatar: '', sign: '', company_name: '' }
    const people = [
      { id: ids.paula, name: 'Paula Reyes', part: 'owner' },
      { id: cora, name: 'Cora Lin', part: 'coHost' },
    ].map(one => ({ ...one, ...nobody, linkedin_publicProfileUrl: '', guest: '', line: true, removed: false }))
    const getRoomPeople = ({ only }: Record<string, string>) =>
      only ? { items: people, total: 2, here: 2 } : { items: [], total: 0, here: 2 }
    await room('attendee', { getRoomPeople } as Answers, { host: cora, leader })
    const row = async (name: string) => (await screen.findByRole('button', { name })).closest('p')?.textContent
    expect(await row('Cora Lin')).toBe('Cora LinPresenter')
    expect(await row('Paula Reyes')).toBe('Paula ReyesCreator')
  })
})

describe('a shared screen', () => {
  const share = { share: 's1', account: cora, name: 'Cora Lin', device: 'here' }
  it('[PROD-017] that has ended is said to its sharer only', async () => {
    const own = await room('coHost', {}, { share })
    happens(8, 'screenShareEnded', { share: 's1' })
    expect(await own.news.findByText('You’re no longer sharing your screen.')).toBeTruthy()
    happens(9, 'screenShared', { ...share, share: 's2' })
    happens(10, 'screenShared', { ...share, share: 's3', account: ids.paula, name: 'Paula Reyes' })
    expect(await own.news.findByText('Paula Reyes is now sharing a screen instead of you.')).toBeTruthy()
    expect(own.news.queryByText('You’re no longer sharing your screen.')).toBeNull()
    cleanup()
    const others = await room('owner', {}, { share })
    happens(8, 'screenShareEnded', { share: 's1' })
    await new Promise(done => setTimeout(done, 50))
    expect(others.news.queryByText('You’re no longer sharing your screen.')).toBeNull()
  })
})

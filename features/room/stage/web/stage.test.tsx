import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { storedChoice } from '#features/room/video/web/stageChoice.ts'
import { connected, deliver, slideStands, socket, videoOff } from '#features/screens/live/web/testing/roomPage.ts'
import { type Answers, noting, renderAt } from '#web/testing/renderAt.tsx'

const happens = (seq: number, type: string, payload: object = {}) =>
  deliver('event', { seq, type, payload, at: '2026-01-01T10:00:00.000Z' })
const cora = '00000000-0000-4000-8000-0000000000a3'

/** A live room without video, as a person of this part sees it. Paula leads the pitch. */
async function room(part: 'owner' | 'coHost' | 'moderator' | 'attendee', answers: Answers = {}, state = {}) {
  const { noted, calls } = noting(answers)
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part), ...videoOff, ...noted })
  await connected()
  const id = { owner: ids.paula, coHost: cora, moderator: cora, attendee: ids.ivan }[part]
  const me = { id, session: 'mine', part, name: 'Me' }
  deliver('snapshot', snapshot(7, { host: ids.paula, ...state }, { me }))
  await slideStands()
  return { ...app, calls }
}
const standing = { status: 2, is_paused: false, living_host: ids.paula }

describe('pausing', () => {
  it('[CALL-049, STATE-015] is one click for the presenter, and everybody sees it', async () => {
    const { user, calls } = await room('owner', { sgFixPause: () => standing })
    await user.click(await screen.findByRole('button', { name: 'Pause the pitch for everyone' }))
    expect(calls).toEqual([['sgFixPause', { pitch_uuid: pitch, is_paused: '1' }]])
    happens(8, 'pitchPaused')
    expect(await screen.findByText(/Paused\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resume the pitch' })).toBeTruthy()
  })

  it('[STATE-015] tells attendees that it goes on', async () => {
    await room('attendee')
    expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull()
    happens(8, 'pitchPaused')
    expect(await screen.findByText('Paused. Paula Reyes will be right back.')).toBeTruthy()
    happens(9, 'pitchResumed')
    await waitFor(() => expect(screen.queryByText('Paused. Paula Reyes will be right back.')).toBeNull())
  })
})

describe('handing over', () => {
  it('[STATE-039, GAP-022] a leader leaves by handing it to a member of the team who is there', async () => {
    const takers = [{ user_id: cora, name: 'Cora Lin', part: 'coHost' as const }]
    const { user, calls } = await room('owner', {
      prepareEndPitchData: () => ({ ...standing, here: 3, real_start_time: null, takers }),
      transferPitch: () => ({ ...standing, living_host: cora }),
    })
    await user.click(screen.getByRole('button', { name: 'End pitch' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).queryByRole('button', { name: 'Leave without ending' })).toBeNull()
    await user.click(await within(dialog).findByRole('button', { name: 'Hand over to Cora Lin and leave' }))
    expect(await screen.findByText('You left the room')).toBeTruthy()
    expect(calls).toContainEqual(['transferPitch', { uuid: pitch, user_id: cora, keep: '1' }])
    // nothing goes on in a room that one has left
    expect(socket.connected).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Rejoin' }))
    await waitFor(() => expect(socket.connected).toBe(true))
  })

  it('[STATE-040] says that leaving ends it when there is no taker', async () => {
    const { user } = await room('owner')
    await user.click(screen.getByRole('button', { name: 'End pitch' }))
    expect(await screen.findByText('No one else from your team is here, so leaving ends the pitch.')).toBeTruthy()
  })

  it('[GAP-022] a co-host takes it over with one click', async () => {
    const { user, calls } = await room('coHost', { transferPitch: () => ({ ...standing, living_host: cora }) })
    await user.click(await screen.findByRole('button', { name: 'Take over the slides and lead the pitch' }))
    expect(calls).toEqual([['transferPitch', { uuid: pitch, user_id: cora, keep: '1' }]])
    happens(8, 'hostChanged', { host: cora })
    await waitFor(() => expect(screen.queryByRole('button', { name: /Take over/ })).toBeNull())
  })

  it('[STATE-039] a moderator who leads it has the presenter’s controls', async () => {
    await room('moderator')
    expect(screen.queryByRole('button', { name: 'End pitch' })).toBeNull()
    happens(8, 'hostChanged', { host: cora })
    expect(await screen.findByRole('button', { name: 'End pitch' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next slide' })).toBeTruthy()
  })
})

describe('hands', () => {
  it('[PERM-059] of guests are told by number, with the word that says so', async () => {
    const hands = [{ user_id: ids.ivan, name: '#35F6', line: true }]
    const { user } = await room(
      'moderator',
      {
        getStagePeople: () => ({ hands, hands_total: 1, granted: [] }),
        getRoomPeople: () => ({ items: [], total: 0, here: 3 }),
      },
      { stage: { hands: [ids.ivan], granted: [] } },
    )
    await user.click(await screen.findByRole('button', { name: /^Attendees/ }))
    expect(await screen.findByRole('button', { name: 'Lower hand: Guest #35F6' })).toBeTruthy()
  })

  it('an attendee raises one and takes it down, and sees how many are up', async () => {
    const { user, calls } = await room('attendee', { setHand: () => ({ raised: true }) })
    await user.click(await screen.findByRole('button', { name: 'Raise hand to speak' }))
    expect(calls).toEqual([['setHand', { pitch_uuid: pitch, raised: '1' }]])
    happens(8, 'handRaised', { account: cora })
    happens(9, 'handRaised', { account: ids.ivan })
    const lower = await screen.findByRole('button', { name: 'Lower hand, 2 raised hands', pressed: true })
    await user.click(lower)
    expect(calls.at(-1)).toEqual(['setHand', { pitch_uuid: pitch, raised: '0' }])
  })

  it('the team sees them in order, lets them speak, and revokes it', async () => {
    const hands = [{ user_id: ids.ivan, name: 'Ivan Petrov', line: true }]
    const one = { user_id: ids.ivan, name: 'Ivan Petrov', microphone: true, camera: false }
    let people: object = { hands, hands_total: 1, granted: [] }
    const { user, calls } = await room(
      'owner',
      {
        getStagePeople: () => people,
        grantStage: () => ({}),
        revokeStage: () => ({}),
        getRoomPeople: () => ({ items: [], total: 0, here: 3 }),
      } as Answers,
      { stage: { hands: [ids.ivan], granted: [] } },
    )
    const news = within(await screen.findByRole('region', { name: 'Activity' }))
    expect(await news.findByText('Ivan Petrov raised a hand')).toBeTruthy()
    expect(news.getByRole('button', { name: 'Allow to speak: Ivan Petrov' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /1 raised hand/ }))
    await user.click(await screen.findByRole('button', { name: 'Allow to speak: Ivan Petrov' }))
    const asked = { pitch_uuid: pitch, user_id: ids.ivan }
    expect(calls).toContainEqual(['grantStage', { ...asked, microphone: '1', camera: '0' }])
    people = { hands: [], hands_total: 0, granted: [one] }
    happens(8, 'stageGranted', { account: ids.ivan, microphone: true, camera: false })
    await user.click(await screen.findByRole('button', { name: 'Remove from stage: Ivan Petrov' }))
    expect(calls).toContainEqual(['revokeStage', asked])
  })
})

describe('an invitation on stage', () => {
  it('is asked first; agreeing brings the controls, and leaving is one click', async () => {
    const { user, calls } = await room('attendee', { revokeStage: () => ({}) })
    happens(8, 'stageGranted', { account: ids.ivan, microphone: true, camera: false })
    const dialog = await screen.findByRole('dialog', { name: 'You’re invited on stage' })
    expect(dialog.textContent).toContain('Nothing is sent until then.')
    // a person who is typing has not answered with their next key
    expect(document.activeElement).toBe(dialog)
    await user.click(within(dialog).getByRole('button', { name: 'Turn on microphone' }))
    await user.click(await screen.findByRole('button', { name: 'Leave stage' }))
    expect(calls).toEqual([['revokeStage', { pitch_uuid: pitch, user_id: ids.ivan }]])
    happens(9, 'stageRevoked', { account: ids.ivan })
    expect(await screen.findByRole('button', { name: 'Raise hand to speak' })).toBeTruthy()
    // another time is asked again
    happens(10, 'stageGranted', { account: ids.ivan, microphone: true, camera: true })
    expect(await screen.findByRole('button', { name: 'Turn on camera and microphone' })).toBeTruthy()
  })

  it.each(['the events', 'a snapshot'])(
    'is asked again when it was taken back and given anew while away: %s',
    async by => {
      const { user } = await room('attendee')
      const grant = { account: ids.ivan, microphone: true, camera: true }
      happens(8, 'stageGranted', grant)
      await user.click(await screen.findByRole('button', { name: 'Turn on camera and microphone' }))
      await screen.findByRole('button', { name: 'Leave stage' })
      deliver('disconnect', 'transport close')
      const me = { id: ids.ivan, session: 'mine', part: 'attendee' as const, name: 'Me' }
      const stage = { hands: [], granted: [{ ...grant, since: 10 }] }
      const { state: _, ...welcome } = snapshot(10, {}, { me })
      const events = [
        { seq: 9, type: 'stageRevoked', payload: { account: ids.ivan }, at: '' },
        { seq: 10, type: 'stageGranted', payload: grant, at: '' },
      ]
      if (by === 'the events') deliver('resumed', { ...welcome, events })
      else deliver('snapshot', snapshot(10, { host: ids.paula, stage }, { me }))
      expect(await screen.findByRole('dialog', { name: 'You’re invited on stage' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Leave stage' })).toBeNull()
    },
  )

  it('is asked again of a moderator to whom the lead came back while they were away', async () => {
    const { user } = await room('moderator')
    happens(8, 'hostChanged', { host: cora })
    const dialog = await screen.findByRole('dialog', { name: 'You’re invited on stage' })
    await user.click(within(dialog).getByRole('button', { name: 'Turn on camera and microphone' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    deliver('disconnect', 'transport close')
    const me = { id: cora, session: 'mine', part: 'moderator' as const, name: 'Me' }
    deliver('snapshot', snapshot(10, { host: cora, hostSince: 10 }, { me }))
    expect(await screen.findByRole('dialog', { name: 'You’re invited on stage' })).toBeTruthy()
  })

  it('to be seen as well is shown to a speaker once, and turns nothing on by itself', async () => {
    const { user } = await room('attendee')
    happens(8, 'stageGranted', { account: ids.ivan, microphone: true, camera: false })
    await user.click(await screen.findByRole('button', { name: 'Turn on microphone' }))
    await screen.findByRole('button', { name: 'Leave stage' })
    expect(screen.queryByRole('dialog')).toBeNull()
    happens(9, 'stageGranted', { account: ids.ivan, microphone: true, camera: true })
    const dialog = await screen.findByRole('dialog', { name: 'You can turn on your camera' })
    expect(storedChoice().camera).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Turn on camera' }))
    expect(storedChoice().camera).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('may be refused', async () => {
    const { user, calls } = await room('attendee', { revokeStage: () => ({}) })
    happens(8, 'stageGranted', { account: ids.ivan, microphone: true, camera: true })
    await user.click(await screen.findByRole('button', { name: 'Decline' }))
    expect(calls).toEqual([['revokeStage', { pitch_uuid: pitch, user_id: ids.ivan }]])
  })

  it('is not shown to the others', async () => {
    await room('attendee')
    happens(8, 'stageGranted', { account: cora, microphone: true, camera: true })
    await screen.findByRole('button', { name: 'Raise hand to speak' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

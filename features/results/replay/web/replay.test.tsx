import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import * as exportText from '#web/ui/exportText.ts'

const uuid = '00000000-0000-4000-8000-000000000007'
const id = '00000000-0000-4000-8000-000000000008'
const started_time = '2026-11-24T15:00:00.000Z'
const decision = (more: object = {}) => ({
  ...{ review: 'unreviewed', reason: '', reviewed_time: null, approved_time: started_time, released: null },
  ...{
    has_own_part: false,
    mutes: [],
    due_time: null,
    hold: null,
    may_hold: false,
    may_approve: true,
    may_cut: true,
    may_review: false,
    ...more,
  },
})
const replay = (more: object = {}) => ({
  ...{ id, presentation_name: 'Seed round', started_time, seconds: 60, state: 'approved', stretches: [], off: [] },
  ...{
    gaps: [],
    pages: [],
    questions: [],
    messages: [],
    captions: [],
    transcript: true,
    begins_at: 0,
    is_attached: false,
    left_at: null,
    caption_languages: [],
    decision: null,
    ...more,
  },
})
const said = { from: 1, to: 2, user_id: id, name: 'Paula Reyes', text: 'Welcome' }
const row = (more: object = {}) => ({
  ...{ id, uuid, presentation_name: 'Seed round', started_time, ended_time: started_time, seconds: 60, bytes: 1000 },
  ...{ state: 'pending', restorable_until: null, review: 'unreviewed', reason: '', may_approve: true },
  ...{ is_attached: false, org_name: 'Quill Capital', due_time: null, expired_time: null, is_held: false, ...more },
})
const film = (more: object = {}) => ({
  ...{ audience: 'team', state: 'none', progress: 0, seconds_left: null, reason: '', mp4_url: '', sound_url: '' },
  ...{ bytes: 0, sound_bytes: 0, ...more },
})
const films = (...items: object[]) => ({ films: items, may_make: items.length > 0, waits_for_pitch: false })
const page = `/live/${uuid}/replay`

// on a busy machine the screens' code takes longer than a test waits
beforeAll(async () => {
  await Promise.all([import('./ReplayPage.tsx'), import('./RecordingReview.tsx'), import('./Recordings.tsx')])
}, 120_000)

describe('what attendees get of a recording', () => {
  const server = (made: object, more: Answers = {}): Answers => ({
    ...signedInAs('pitchadmin'),
    getReplay: () => replay({ decision: decision(made) }),
    getSgStreamingMp4Info: () => films(),
    ...more,
  })

  it('is cut while it is watched: its end at the place of the player, and undone', async () => {
    const set = { releaseRecordingPart: () => ({}), clearRecordingPart: () => ({}) }
    const { user, inputOf } = await renderAt(page, server({}, set))
    const cut = await screen.findByRole('region', { name: 'What attendees see and hear' })
    within(cut).getByText('Attendees see all of it.')
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    await user.click(await within(cut).findByRole('button', { name: 'End at 0:10' }))
    await waitFor(() => expect(inputOf('releaseRecordingPart')).toEqual({ uuid, id, from: '0', to: '10' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('clearRecordingPart')).toEqual({ uuid, id }))
  })

  it.each([
    [false, 1],
    // an older server does not know
    [undefined, 0],
  ])('says that there is no transcript where the server says so: %s', async (transcript, times) => {
    await renderAt(page, server({}, { getReplay: () => replay({ decision: decision(), transcript }) }))
    await screen.findByRole('region', { name: 'What attendees see and hear' })
    expect(screen.queryAllByText(/keeps no transcript/)).toHaveLength(times)
  })

  it('begins a new part at a start behind the end', async () => {
    const made = { released: { from: 0, to: 5 }, has_own_part: true }
    const { user, inputOf } = await renderAt(page, server(made, { releaseRecordingPart: () => ({}) }))
    await user.click(await screen.findByRole('button', { name: 'Forward 10 seconds' }))
    await user.click(await screen.findByRole('button', { name: 'Start at 0:10' }))
    await waitFor(() => expect(inputOf('releaseRecordingPart')).toEqual({ uuid, id, from: '10', to: '60' }))
    screen.getByRole('button', { name: 'Reset start and end' })
  })

  it('is muted from one place to another, and unmuted', async () => {
    const made = { mutes: [{ from: 40, to: 42 }] }
    const acts = { muteRecording: () => ({}), unmuteRecording: () => ({}) }
    const { user, inputOf } = await renderAt(page, server(made, acts))
    await user.click(await screen.findByRole('button', { name: 'Mute from 0:00' }))
    expect(screen.getByRole('button', { name: 'Mute 0:00 to 0:00' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    await user.click(await screen.findByRole('button', { name: 'Mute 0:00 to 0:10' }))
    await waitFor(() => expect(inputOf('muteRecording')).toEqual({ uuid, id, from: '0', to: '10' }))
    await user.click(await screen.findByRole('button', { name: 'Unmute 0:40 to 0:42' }))
    await waitFor(() => expect(inputOf('unmuteRecording')).toEqual({ uuid, id, from: '40', to: '42' }))
  })

  it('hides a message of the chat from attendees, undone by the notice, and shows it again', async () => {
    const message = { id: 7, at: 0, user_id: id, name: 'Ben', content: 'Our client is Acme', hidden: false }
    const acts = { hideRecordingMessage: () => ({}), showRecordingMessage: () => ({}) }
    const { user, inputOf } = await renderAt(page, {
      ...server({}, acts),
      getReplay: () =>
        replay({ decision: decision(), messages: [message, { ...message, id: 8, content: 'Gone', hidden: true }] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Hide from replay: Our client is Acme' }))
    await waitFor(() => expect(inputOf('hideRecordingMessage')).toEqual({ uuid, id, message_id: '7' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('showRecordingMessage')).toEqual({ uuid, id, message_id: '7' }))
    screen.getByText('Hidden from attendees')
    screen.getByRole('button', { name: 'Show in replay: Gone' })
  })

  it('says to its presenter when it will be deleted, and to attendees nothing of it', async () => {
    await renderAt(page, server({ due_time: '2026-12-09T15:00:00.000Z' }))
    const line = (await screen.findByText('Dec 9, 2026')).closest('p')
    expect(line?.textContent).toBe('It will be deleted on Dec 9, 2026, by the organization’s retention period.')
  })

  it('is not cut by a presenter who may only approve it', async () => {
    await renderAt(page, server({ may_cut: false }))
    await screen.findByRole('slider', { name: 'Position' })
    expect(screen.queryByRole('region', { name: 'What attendees see and hear' })).toBeNull()
  })

  it('is not changed by attendees, who get captions and a transcript as files', async () => {
    const saved = vi.spyOn(exportText, 'saveFile').mockReturnValue()
    const { user, inputOf } = await renderAt(page, {
      ...signedInAs('investor'),
      getReplay: () => replay({ captions: [said], caption_languages: ['ja'] }),
      getSgStreamingMp4Info: () => films(),
      exportReplayTalk: ({ kind }) => ({ filename: `seed.${kind}`, text: 'WEBVTT' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Transcript' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith('seed.transcript', 'WEBVTT', 'text/plain;charset=utf-8'))
    await user.click(screen.getByRole('combobox', { name: 'Captions in' }))
    await user.click(await screen.findByRole('option', { name: 'Japanese' }))
    await user.click(screen.getByRole('button', { name: 'Captions (WebVTT)' }))
    await waitFor(() => expect(inputOf('exportReplayTalk')).toEqual({ uuid, id, kind: 'captions', language: 'ja' }))
    expect(screen.queryByRole('region', { name: 'What attendees see and hear' })).toBeNull()
    saved.mockRestore()
  })

  it('is nothing without an approved recording', async () => {
    await renderAt(page, {
      getReplay: () => {
        throw new CallFailed('RecordingNotFound')
      },
    })
    expect(await screen.findByRole('heading', { name: 'No recording' })).toBeTruthy()
  })
})

describe('the video files of a recording', () => {
  const server = (answer: () => unknown, more: Answers = {}): Answers => ({
    ...signedInAs('presenter'),
    getReplay: () => replay({ decision: decision({ may_approve: false }) }),
    getSgStreamingMp4Info: answer,
    ...more,
  })
  const attendees = film({ audience: 'attendees' })

  it('are made when a manager asks, show how far they are and how long it takes, and are canceled', async () => {
    let state: object = {}
    const made: Answers = {
      makeRecordingMp4: () => {
        state = { state: 'running', progress: 0.25, seconds_left: 130 }
        return {}
      },
      removeRecordingMp4: () => ({}),
    }
    const { user, inputOf } = await renderAt(
      page,
      server(() => films(film(state), attendees), made),
    )
    await user.click(await screen.findByRole('button', { name: 'Make MP4: Whole recording' }))
    await waitFor(() => expect(inputOf('makeRecordingMp4')).toEqual({ uuid, id, audience: 'team' }))
    await screen.findByText('25% done. About 3 minutes left.')
    const bar = screen.getByRole('progressbar', { name: 'Progress: Whole recording' })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    await user.click(screen.getByRole('button', { name: 'Cancel: Whole recording' }))
    await waitFor(() => expect(inputOf('removeRecordingMp4')).toEqual({ uuid, id, audience: 'team' }))
  })

  it('say that they wait for a live pitch, why they failed, and that they are out of date', async () => {
    const failed = film({ state: 'failed', reason: 'No space left on device' })
    await renderAt(
      page,
      server(() => films(failed, { ...attendees, state: 'outdated' })),
    )
    expect(await screen.findByText('The video file couldn’t be made: No space left on device')).toBeTruthy()
    screen.getByRole('button', { name: 'Try again: Whole recording' })
    screen.getByText(/has changed since this video file was made/)
    screen.getByRole('button', { name: 'Make a new MP4: What attendees see' })
  })

  it('wait while a pitch is live', async () => {
    await renderAt(
      page,
      server(() => ({ ...films(film({ state: 'waiting' }), attendees), waits_for_pitch: true })),
    )
    expect(await screen.findByText('Waiting until no pitch is live.')).toBeTruthy()
  })

  it('are downloaded, by attendees too, who make none', async () => {
    const ready = film({
      audience: 'attendees',
      state: 'ready',
      mp4_url: '/recordings/1/films/attendees.mp4',
      bytes: 2e6,
    })
    const answer = () => ({ films: [{ ...ready, sound_url: '/sound' }], may_make: false, waits_for_pitch: false })
    await renderAt(page, { ...server(answer), ...signedInAs('investor'), getReplay: () => replay() })
    const link = await screen.findByRole('link', { name: /^MP4, / })
    expect(link.getAttribute('href')).toBe('/recordings/1/films/attendees.mp4')
    screen.getByRole('link', { name: /^Sound only/ })
    expect(screen.queryByRole('button', { name: /MP4/ })).toBeNull()
  })

  it('need a program on the server, of which the team is told', async () => {
    await renderAt(
      page,
      server(() => ({ ...films(film(), attendees), may_make: false })),
    )
    await screen.findByText(/need ffmpeg on the server/)
    expect(screen.queryByRole('button', { name: /Make MP4/ })).toBeNull()
  })
})

describe('the lists of recordings', () => {
  it('[ROUTE-131] is for super admins at /system_validation/videoindex, who mark one as not passed with a reason', async () => {
    const { user, choose, inputOf } = await renderAt('/system_validation/videoindex', {
      getRecordingList: () => ({ items: [row()], total: 1 }),
      reviewRecording: () => ({}),
    })
    await screen.findByRole('heading', { name: 'Recording review', level: 1 })
    await choose('Actions for Seed round', 'Mark as not passed')
    const dialog = await screen.findByRole('dialog', { name: 'Mark as not passed' })
    await user.fill(within(dialog).getByLabelText(/^Reason/), 'Names a client')
    await user.click(within(dialog).getByRole('button', { name: 'Mark as not passed' }))
    await waitFor(() =>
      expect(inputOf('reviewRecording')).toEqual({ uuid, id, result: 'no pass', reason: 'Names a client' }),
    )
  })

  it('[ROUTE-131] is closed to others', async () => {
    const { made, where } = await renderAt('/system_validation/videoindex', signedInAs('pitchadmin'))
    await waitFor(() => expect(where.address).not.toBe('/system_validation/videoindex'))
    expect(made.some(({ call }) => call === 'getRecordingList')).toBe(false)
  })

  it('says of one that did not pass that it is not approved, not that it waits for it', async () => {
    await renderAt('/pitches/recordings', {
      ...signedInAs('presenter'),
      getRecordingList: () => ({ items: [row({ review: 'no pass', reason: 'Names a client' })], total: 1 }),
    })
    await screen.findByText('Not passed')
    screen.getByText('Not approved')
    expect(screen.queryByText('Pending approval')).toBeNull()
  })

  it('says when a recording is to be deleted, finds those that are due, and says of one that is gone why', async () => {
    const gone = row({ id: uuid, presentation_name: 'Gone round', expired_time: '2026-10-02T15:00:00.000Z' })
    const { user, inputOf } = await renderAt('/pitches/recordings', {
      ...signedInAs('presenter'),
      getRecordingList: () => ({ items: [row({ due_time: '2026-12-09T15:00:00.000Z' }), gone], total: 2 }),
    })
    await screen.findByText('Dec 9, 2026')
    const said = screen.getByText('Oct 2, 2026').closest('td')
    expect(said?.textContent).toBe('Deleted on Oct 2, 2026 by the organization’s retention period')
    expect(screen.queryByRole('link', { name: 'Gone round' })).toBeNull()
    expect(screen.getAllByRole('button', { name: /^Actions for/ })).toHaveLength(1)
    await user.click(screen.getByRole('combobox', { name: 'Due within 14 days' }))
    await user.click(await screen.findByRole('option', { name: 'Due within 14 days' }))
    await waitFor(() => expect(inputOf('getRecordingList')).toMatchObject({ due: '1' }))
  })
})

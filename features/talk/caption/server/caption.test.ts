import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { appendEvent } from '#features/room/room/server/append.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import type { Caption } from '#features/talk/caption/events.ts'
import { captionLanguages } from '#features/talk/caption/rules.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { publishHeard } from './heardCaptions.ts'

const { apply, emptyView } = roomModel

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const livePitch = async ({ email } = stack.people.coHost) => {
  const made = await seedPitch(stack, { coHosts: [email] })
  await stack.as('presenter').startPitch({ uuid: made.uuid })
  return made
}
const saying = (
  pitch_uuid: string,
  text: string,
  change: { id?: string; final?: boolean; spoken_ms?: number } = {},
) => ({
  pitch_uuid,
  id: randomUUID(),
  text,
  language: 'en' as const,
  final: true,
  ...change,
})

describe('sendCaption', () => {
  it('[PROD-018] gives everybody in the room what a presenter said, by number and with who said it', async () => {
    const made = await livePitch()
    const attendee = await seedAttendee(stack, made, stack.people.investor)
    const seen = follow(stack.connect({ token: attendee.token }, made.uuid))
    await until(() => seen.first)
    const first = saying(made.uuid, 'We grew three times.', { spoken_ms: 2000 })
    await stack.as('presenter').sendCaption(first)
    await stack.as('coHost').sendCaption(saying(made.uuid, 'And we are profitable.'))
    await until(() => seen.view?.room.captions.length === 2)
    const [caption] = seen.view?.room.captions ?? []
    expect(caption).toMatchObject({ id: first.id, text: first.text, speaker: stack.people.presenter.id, final: true })
    expect(Date.parse(caption?.ended_at ?? '') - Date.parse(caption?.at ?? '')).toBe(2000)
    expect(seen.view?.room.captions[1]?.speaker).toBe(stack.people.coHost.id)
    expect(seen.view?.room).toEqual((await readRoom(stack.frame, made.id)).view.room)
  })

  it('[PROD-018] signals what is still being said, without a number and without keeping it', async () => {
    const made = await livePitch()
    const seen = follow(stack.connect('coHost', made.uuid))
    await until(() => seen.first)
    const before = seen.seq
    await stack.as('presenter').sendCaption(saying(made.uuid, 'We gr', { final: false }))
    await until(() => seen.signals.some(signal => signal.type === 'captionGoesOn'))
    const heard = seen.signals.find(signal => signal.type === 'captionGoesOn')?.payload as Caption
    expect(heard).toMatchObject({ text: 'We gr', final: false, speaker: stack.people.presenter.id })
    expect(seen.seq).toBe(before)
    expect(await stack.as('presenter').sgGetPitchCaptionsData({ pitch_uuid: made.uuid })).toMatchObject({ items: [] })
  })

  it('[PROD-018] keeps a presenter’s caption when an attendee on stage has used the same id first', async () => {
    const made = await livePitch()
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const user_id = stack.people.investor.id
    const pitch_uuid = made.uuid
    follow(stack.connect({ token }, pitch_uuid))
    await until(async () => (await stack.as('presenter').getRoomPeople({ pitch_uuid })).here === 1)
    await stack.as('presenter').grantStage({ pitch_uuid, user_id, microphone: true, camera: false })
    const said = saying(made.uuid, 'We raise five.')
    const guest = stack.withToken(token)
    await guest.sendCaption({ ...said, text: 'Nothing.' })
    await stack.as('presenter').sendCaption(said)
    await guest.sendCaption({ ...said, text: 'Nothing at all.' })
    const racing = saying(made.uuid, 'And we are profitable.')
    await Promise.all([guest.sendCaption({ ...racing, text: 'Hm.' }), stack.as('presenter').sendCaption(racing)])

    const { items } = await stack.as('presenter').sgGetPitchCaptionsData({ pitch_uuid: made.uuid })
    const by = (speaker: string) => items.filter(item => item.speaker === speaker).map(item => item.text)
    expect(by(stack.people.presenter.id)).toEqual(['We raise five.', 'And we are profitable.'])
    expect(by(user_id)).toEqual(['Nothing at all.', 'Hm.'])
    const { view } = await readRoom(stack.frame, made.id)
    expect(view.room.captions.map(item => item.text)).toContain('We raise five.')
  })

  it('[PROD-018] replaces a caption by the speaker’s correction; a repeat causes no event', async () => {
    const made = await livePitch()
    const said = saying(made.uuid, 'We raise five.')
    const presenter = stack.as('presenter')
    // two racing requests with the same words make one event
    await Promise.all([presenter.sendCaption(said), presenter.sendCaption(said)])
    await presenter.sendCaption({ ...said, text: 'We raise $5 million.' })
    const { items } = await presenter.sgGetPitchCaptionsData({ pitch_uuid: made.uuid })
    expect(items.map(item => item.text)).toEqual(['We raise $5 million.'])
    const { view } = await readRoom(stack.frame, made.id)
    expect(view.room.captions.map(item => item.text)).toEqual(['We raise $5 million.'])
    const { rows } = await stack.frame.pool.query(
      `select count(*)::int as n from room_event where pitch_id = $1 and type = 'captionSaid'`,
      [made.id],
    )
    expect(rows).toEqual([{ n: 2 }])
  })

  it('[PROD-018] takes no forged caption: not from attendees, moderators, strangers, or during impersonation', async () => {
    const made = await livePitch()
    const attendee = await seedAttendee(stack, made, stack.people.investor)
    const forged = saying(made.uuid, 'The round is closed.')
    const asAttendee = stack.withToken(attendee.token)
    for (const final of [true, false])
      await expect(asAttendee.sendCaption({ ...forged, final })).rejects.toMatchObject({ code: 'NoPermission' })
    await expect(stack.as('admin').sendCaption(forged)).rejects.toMatchObject({ code: 'NoPermission' })
    await expect(stack.as('lumenPresenter').sendCaption(forged)).rejects.toMatchObject({ code: 'PitchNotFound' })
    await expect(stack.as('nobody').sendCaption(forged)).rejects.toMatchObject({ code: 'NotSignedIn' })

    // nor by the socket, which takes no captions at all
    const client = stack.connect({ token: attendee.token }, made.uuid)
    const seen = follow(client)
    await until(() => seen.first)
    Object(client).emit('captionSaid', { caption: { ...forged, speaker: stack.people.presenter.id } })
    await until(() => client.disconnected)
    expect((await readRoom(stack.frame, made.id)).view.room.captions).toEqual([])
  })

  it('[PROD-018] says nothing before the start and after the end', async () => {
    const made = await seedPitch(stack)
    const presenter = stack.as('presenter')
    for (const final of [true, false])
      await expect(presenter.sendCaption(saying(made.uuid, 'Hello?', { final }))).rejects.toMatchObject({
        code: 'RoomNotOpen',
      })
    await presenter.startPitch({ uuid: made.uuid })
    await presenter.endPitch({ uuid: made.uuid })
    await expect(presenter.sendCaption(saying(made.uuid, 'Bye.'))).rejects.toMatchObject({ code: 'RoomNotOpen' })
  })

  it('[PROD-018, STATE-016] takes of a pause only the sentence that it cut off', async () => {
    const { uuid: pitch_uuid, id } = await livePitch()
    const [presenter, speaker] = [stack.as('presenter'), stack.as('coHost')]
    const say = (text: string, final = true) => speaker.sendCaption(saying(pitch_uuid, text, { final }))
    await presenter.sgFixPause({ pitch_uuid, is_paused: true })
    await say('What was said before')
    await expect(say('still going on', false)).rejects.toMatchObject({ code: 'NoPermission' })
    await stack.db.execute(
      sql`update room_event set at = at - interval '11 seconds' where pitch_id = ${id} and type = 'pitchPaused'`,
    )
    await expect(say('Said in the pause')).rejects.toMatchObject({ code: 'NoPermission' })
    await presenter.sgFixPause({ pitch_uuid, is_paused: false })
    await say('Said after it')
  })

  it('[PROD-018] refuses who says more than anybody can', async () => {
    const made = await livePitch()
    const coHost = stack.as('coHost')
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => coHost.sendCaption(saying(made.uuid, `Sentence ${i}`))),
    )
    const refused = answers.filter(answer => answer.status === 'rejected')
    expect(refused.length).toBeGreaterThan(10)
    expect(refused.map(answer => answer.reason.code)).toEqual(refused.map(() => 'TooManyRequests'))
    await expect(coHost.sendCaption(saying(made.uuid, 'x'.repeat(501)))).rejects.toMatchObject({ code: 'InputInvalid' })
  })
})

describe('what the server itself has heard', () => {
  it('[PROD-018] is numbered and kept, and replaced by a late correction; the same again is no news', async () => {
    const made = await livePitch()
    const seen = follow(stack.connect('coHost', made.uuid))
    await until(() => seen.first)
    const [speakerId, speakerName] = [stack.people.presenter.id, 'Paul Presenter']
    const at = { startedAt: new Date(Date.now() - 2000), endedAt: new Date() }
    const heard = { ...at, pitchId: made.id, id: randomUUID(), speakerId, speakerName, language: 'en' as const }
    const say = (text: string, more = {}) => publishHeard(stack.frame, made, { ...heard, text, ...more })
    await say('We raise five.')
    await Promise.all([say('We raise $5 million.'), say('We raise $5 million.')])
    await say('And we are profitable.', { id: randomUUID(), startedAt: new Date() })
    await until(() => seen.view?.room.captions.length === 2)
    expect(seen.view?.room.captions.map(one => one.text)).toEqual(['We raise $5 million.', 'And we are profitable.'])
    expect(seen.events.filter(event => event.type === 'captionSaid')).toHaveLength(3)
    const { items } = await stack.as('presenter').sgGetPitchCaptionsData({ pitch_uuid: made.uuid })
    expect(items.map(item => item.text)).toEqual(['We raise $5 million.', 'And we are profitable.'])
  })

  it('[PROD-018] is dropped when its speaker was removed meanwhile, and after the end', async () => {
    const made = await livePitch()
    await seedAttendee(stack, made, stack.people.investor)
    const [speakerId, speakerName] = [stack.people.investor.id, 'Ivan Investor']
    const heard = { pitchId: made.id, speakerId, speakerName, language: 'en' as const, text: 'Buy something else.' }
    const say = () => {
      const now = new Date()
      return publishHeard(stack.frame, made, { ...heard, id: randomUUID(), startedAt: now, endedAt: now })
    }
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: speakerId })
    await say()
    await stack.as('presenter').readmitAttendee({ pitch_uuid: made.uuid, user_id: speakerId })
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    await say()
    expect((await readRoom(stack.frame, made.id)).view.room.captions).toEqual([])
  })
})

describe('what was said', () => {
  it('[CALL-054] is kept with the pitch and read page by page, after the end only by those who manage it', async () => {
    const made = await livePitch()
    const attendee = stack.withToken((await seedAttendee(stack, made, stack.people.investor)).token)
    for (const text of ['One.', 'Two.', 'Three.']) await stack.as('presenter').sendCaption(saying(made.uuid, text))
    const last = await attendee.sgGetPitchCaptionsData({ pitch_uuid: made.uuid, limit: 2 })
    expect(last).toMatchObject({ items: [{ text: 'Two.' }, { text: 'Three.' }], more: true })
    const before = last.items[0]?.seq ?? 0
    const first = await attendee.sgGetPitchCaptionsData({ pitch_uuid: made.uuid, limit: 2, before })
    expect(first).toMatchObject({ items: [{ text: 'One.' }], more: false })

    await stack.as('presenter').endPitch({ uuid: made.uuid })
    const managed = await stack.as('coHost').sgGetPitchCaptionsData({ pitch_uuid: made.uuid })
    expect(managed.items).toHaveLength(3)
    const refused = { code: 'NoPermission' }
    await expect(attendee.sgGetPitchCaptionsData({ pitch_uuid: made.uuid })).rejects.toMatchObject(refused)
    await expect(attendee.sgGetPitchCaptionL({ pitch_uuid: made.uuid })).rejects.toMatchObject(refused)
    const foreign = stack.as('lumenPresenter').sgGetPitchCaptionsData({ pitch_uuid: made.uuid })
    await expect(foreign).rejects.toMatchObject({ code: 'PitchNotFound' })
  })

  it('reaches no attendee who resumes after the end, nor from an earlier run', async () => {
    const made = await livePitch()
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const presenter = stack.as('presenter')
    const secret = 'canary-4411'
    // one person stays connected, so that the room remembers its last events by itself
    const watching = follow(stack.connect('presenter', made.uuid))
    await until(() => watching.first)
    const from = watching.seq
    await presenter.sendCaption(saying(made.uuid, secret))
    const [question_id, account, name] = [randomUUID(), stack.people.investor.id, 'Ivy Investor']
    const question = { question_id, account, name, content: secret }
    await stack.db.transaction(tx =>
      appendEvent({ db: tx, frame: stack.frame }, made.id, 'questionShown', { question }, undefined),
    )
    await presenter.endPitch({ uuid: made.uuid })

    const second = await stack.startSecond()
    /** The events and snapshots that a person gets: on this server, and on one without people in the room. */
    const told = async (who: Parameters<RoomStack['connect']>[0]) => {
      const all = [{ since: 0 }, { since: from }, {}].flatMap(asked => [asked, { ...asked, at: second.url }])
      const clients = all.map(asked => stack.connect(who, made.uuid, asked))
      const seen = clients.map(follow)
      await until(() => seen.every(one => one.first))
      for (const client of clients) client.disconnect()
      for (const [n, one] of seen.entries())
        expect(one.events.map(event => event.seq)).toEqual(one.events.map((_, i) => i + 1 + (all[n]?.since ?? 0)))
      return seen
    }
    const captionsIn = (seen: Awaited<ReturnType<typeof told>>) =>
      seen.flatMap(one => one.events.filter(event => event.type === 'captionSaid').map(event => event.payload.caption))
    const attendee = await told({ token })
    expect(captionsIn(attendee)).toEqual(Array(4).fill(null))
    expect(attendee.flatMap(one => one.view?.room.captions ?? [])).toEqual([])
    expect(captionsIn(await told('coHost')).map(caption => caption?.text)).toEqual(Array(4).fill(secret))

    await stack.db.transaction(tx => changePitchState(tx, { id: made.id }, 'finish'))
    await presenter.RestartPitch({ uuid: made.uuid })
    await until(() => watching.view?.room.status === 0)
    for (const live of [false, true]) {
      if (live) await presenter.startPitch({ uuid: made.uuid })
      for (const who of [{ token }, 'coHost'] as const) {
        const seen = await told(who)
        expect(captionsIn(seen)).toEqual(Array(4).fill(null))
        expect(JSON.stringify(seen)).not.toContain(secret)
        // who has all events has the same room as who was given it whole
        expect(seen[0]?.events.reduce(apply, emptyView).room).toEqual(seen[4]?.view?.room)
      }
    }
    await second.stop()
  })

  it('[CALL-055, I18N-006] names the languages that are offered and those that were spoken', async () => {
    // the others have said as much here as anyone can
    const made = await livePitch(stack.people.investor)
    const speaker = stack.as('investor')
    await speaker.sendCaption(saying(made.uuid, 'Good morning.'))
    await speaker.sendCaption({ ...saying(made.uuid, '早上好'), language: 'zh-Hans' })
    await speaker.sendCaption(saying(made.uuid, 'Let us begin.'))
    expect(await speaker.sgGetPitchCaptionL({ pitch_uuid: made.uuid })).toMatchObject({
      languages: [...captionLanguages],
      spoken: ['en', 'zh-Hans'],
    })
  })

  it('[PROD-018] is made as everybody chooses for themselves, and kept whole as those say who manage the pitch', async () => {
    const made = await livePitch()
    const pitch_uuid = made.uuid
    const attendee = stack.withToken((await seedAttendee(stack, made, stack.people.investor)).token)
    // without a provider of speech browsers caption
    const usual = { speech: 'browser', provider: null, deaf: false, keeps: false, spoken: 'en', recognised: true }
    expect(await attendee.getPitchCaptionSettings({ pitch_uuid })).toEqual(usual)
    expect(await attendee.updatePitchCaptionSettings({ pitch_uuid, spoken: 'ko' })).toMatchObject({ spoken: 'ko' })
    const silent = await attendee.updatePitchCaptionSettings({ pitch_uuid, recognised: false })
    expect(silent).toEqual({ ...usual, spoken: 'ko', recognised: false })
    const kept = await stack.as('presenter').updatePitchCaptionSettings({ pitch_uuid, keeps: true })
    expect(kept).toEqual({ ...usual, keeps: true })
    for (const keeps of [true, false])
      await expect(attendee.updatePitchCaptionSettings({ pitch_uuid, keeps })).rejects.toMatchObject({
        code: 'NoPermission',
      })
    const foreign = stack.as('lumenPresenter')
    // all at once, since an unawaited rejection would be unhandled
    await Promise.all(
      [
        foreign.getPitchCaptionSettings({ pitch_uuid }),
        foreign.updatePitchCaptionSettings({ pitch_uuid, keeps: true }),
        foreign.setCaptionLanguage({ pitch_uuid, language: 'fr' }),
      ].map(asked => expect(asked).rejects.toMatchObject({ code: 'PitchNotFound' })),
    )
  })
})

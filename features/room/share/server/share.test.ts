import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { secondScreen } from '#features/room/media/rules.ts'
import { identityOf } from '#features/room/media/server/identities.ts'
import type { RunningMedia } from '#server/media/livekit.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { liveKit } from '#testing/programs.ts'
import { rawCall } from '#testing/rawCall.ts'
import { follow, seedAttendee, seedPitch, until } from '#testing/startRooms.ts'
import { claimsOf, startVideo, type VideoStack } from '#testing/startVideo.ts'
import { shareJobs } from './jobs.ts'
import { screenShare } from './tables.ts'

describe.skipIf(!liveKit)('a shared screen, with a real LiveKit', () => {
  let stack: VideoStack
  let media: RunningMedia

  beforeAll(async () => {
    stack = await startVideo()
    media = stack.media
  })
  afterEach(async () => {
    stack.leaveVideo()
    await stack.empty()
  })
  afterAll(() => stack.stop())

  const enter: VideoStack['enter'] = (...asked) => stack.enter(...asked)

  async function live() {
    const made = await seedPitch(stack, {
      coHosts: [stack.people.coHost.email],
      moderators: [stack.people.member.email],
    })
    const pitch_uuid = made.uuid
    await stack.as('presenter').startPitch({ uuid: pitch_uuid })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const seen = follow(stack.connect({ token }, pitch_uuid))
    await until(() => seen.first)
    const share = () => seen.view?.room.share
    return {
      ...{ made, pitch_uuid, seen, share, token },
      pass: async (who: PersonName) => (await stack.as(who).getAgoraToken({ pitch_uuid })).token,
      acquire: (who: PersonName, device: 'here' | 'second' = 'here') =>
        stack.as(who).agoraSharescreenAcquire({ pitch_uuid, device }),
      start: async (who: PersonName, take_over = false) => {
        const { resource_id } = await stack.as(who).agoraSharescreenAcquire({ pitch_uuid })
        return stack.as(who).agoraSharescreenStart({ pitch_uuid, resource_id, take_over })
      },
      stop: (who: PersonName) => stack.as(who).agoraSharescreenStop({ pitch_uuid }),
    }
  }

  it('[CALL-057, CALL-058, CALL-059, STATE-049, STATE-050, STATE-051] shows one screen, from its start to its end, and lets LiveKit take it no longer', async () => {
    const { pitch_uuid, pass, acquire, share, stop, seen } = await live()
    const presenting = await enter(await pass('presenter'))
    expect(await presenting.send('CAMERA')).toBe('published')
    expect(await presenting.send('SCREEN_SHARE')).toBe('refused')

    const { resource_id, code } = await acquire('presenter')
    expect(code).toBeNull()
    expect(await presenting.send('SCREEN_SHARE')).toBe('refused')
    const presenter = stack.as('presenter')
    const started = await presenter.agoraSharescreenStart({ pitch_uuid, resource_id })
    await until(() => share())
    const { id: account } = stack.people.presenter
    expect(share()).toEqual({ share: resource_id, account, name: 'Paul Presenter', device: 'here' })
    await until(async () => (await presenting.send('SCREEN_SHARE')) === 'published', 2000)
    // asked again, as a browser does that got no answer, it is the same share
    expect(await presenter.agoraSharescreenStart({ pitch_uuid, resource_id })).toEqual(started)

    await stop('presenter')
    await until(() => share() === null)
    await until(async () => (await presenting.send('SCREEN_SHARE')) === 'refused', 2000)
    await expect(presenter.agoraSharescreenStart({ pitch_uuid, resource_id })).rejects.toThrow('ShareNotFound')
    await stop('presenter')
    expect(seen.events.filter(({ type }) => type.startsWith('screenShare')).length).toBe(2)
  })

  it('is for presenters, while the pitch is live and not paused', async () => {
    const { pitch_uuid, acquire, start, share, token } = await live()
    await expect(acquire('member')).rejects.toThrow('NoPermission')
    await expect(stack.withToken(token).agoraSharescreenAcquire({ pitch_uuid })).rejects.toThrow('NotAllowed')
    await expect(stack.as('investor').agoraSharescreenAcquire({ pitch_uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenPresenter').agoraSharescreenAcquire({ pitch_uuid })).rejects.toThrow('PitchNotFound')
    await start('presenter')
    await until(() => share())
    await stack.as('presenter').sgFixPause({ pitch_uuid, is_paused: true })
    await until(() => share() === null)
    await expect(acquire('presenter')).rejects.toThrow('PitchStateForbids')
    const later = await seedPitch(stack)
    await expect(stack.as('presenter').agoraSharescreenAcquire({ pitch_uuid: later.uuid })).rejects.toThrow(
      'PitchStateForbids',
    )
  })

  it('has one screen at a time: the leading presenter may take over or stop, other presenters may not', async () => {
    const { pitch_uuid, acquire, start, share, stop, pass } = await live()
    await start('coHost')
    const helping = await enter(await pass('coHost'))
    expect(await helping.send('SCREEN_SHARE')).toBe('published')
    await expect(start('presenter')).rejects.toThrow('ScreenTaken')
    await start('presenter', true)
    await until(() => share()?.account === stack.people.presenter.id)
    await until(async () => (await helping.send('SCREEN_SHARE')) === 'refused', 2000)

    await expect(acquire('coHost')).rejects.toThrow('ScreenTaken')
    await expect(stop('coHost')).rejects.toThrow('NoPermission')
    await expect(stack.as('member').agoraSharescreenStop({ pitch_uuid })).rejects.toThrow('NoPermission')
    await stop('presenter')
    await start('coHost')
    await stop('admin')
    await until(() => share() === null)
  })

  it('gives the place to one of two who start in the same moment', async () => {
    const { pitch_uuid, acquire, made } = await live()
    const [a, b] = await Promise.all([acquire('presenter'), acquire('coHost')])
    const results = await Promise.allSettled([
      stack.as('presenter').agoraSharescreenStart({ pitch_uuid, resource_id: a.resource_id }),
      stack.as('coHost').agoraSharescreenStart({ pitch_uuid, resource_id: b.resource_id }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    const rows = await stack.db.select().from(screenShare).where(eq(screenShare.pitchId, made.id))
    expect(rows.filter(({ startedAt, endedAt }) => startedAt && !endedAt).length).toBe(1)
  })

  it('refuses to start a share that another person has acquired', async () => {
    const { pitch_uuid, acquire } = await live()
    const { resource_id } = await acquire('presenter')
    const other = stack.as('coHost').agoraSharescreenStart({ pitch_uuid, resource_id })
    await expect(other).rejects.toThrow('ShareNotFound')
    const elsewhere = await live()
    const moved = stack.as('presenter').agoraSharescreenStart({ pitch_uuid: elsewhere.pitch_uuid, resource_id })
    await expect(moved).rejects.toThrow('ShareNotFound')
  })

  it('[ROUTE-045] opens a second device by its link, once, which sends the screen alone, as its person', async () => {
    const { made, pitch_uuid, acquire, share } = await live()
    const nobody = stack.as('nobody')
    const { code, resource_id, expires_at } = await acquire('presenter', 'second')
    expect(Date.parse(expires_at ?? '') - Date.now()).toBeLessThanOrEqual(300_000)
    await expect(nobody.openSharescreenLink({ pitch_uuid, code: 'x'.repeat(43) })).rejects.toThrow('ShareLinkWrong')
    const other = await seedPitch(stack)
    const misplaced = nobody.openSharescreenLink({ pitch_uuid: other.uuid, code: code ?? '' })
    await expect(misplaced).rejects.toThrow('ShareLinkWrong')

    const opened = await Promise.allSettled([
      nobody.openSharescreenLink({ pitch_uuid, code: code ?? '' }),
      nobody.openSharescreenLink({ pitch_uuid, code: code ?? '' }),
    ])
    const ways = opened.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
    expect(ways).toMatchObject([{ name: 'Paul Presenter', presentation_name: made.presentationName }])
    const key = ways[0]?.key ?? ''
    await expect(nobody.openSharescreenLink({ pitch_uuid, code: code ?? '' })).rejects.toThrow('ShareLinkWrong')

    const { token } = await nobody.startSharescreenDevice({ key })
    expect(claimsOf(token)).toMatchObject({
      sub: identityOf(media, made.id, secondScreen(stack.people.presenter.id, resource_id)),
      attributes: { person: secondScreen(stack.people.presenter.id, resource_id) },
      video: { canPublishSources: ['screen_share', 'screen_share_audio'], canSubscribe: false, canPublishData: false },
    })
    await until(() => share()?.device === 'second')
    const device = await enter(token)
    expect(await device.send('SCREEN_SHARE')).toBe('published')
    expect(await device.send('CAMERA')).toBe('refused')
    expect(await device.send('MICROPHONE')).toBe('refused')
    // its person's own browser has not become one that may share
    const presenting = await enter((await stack.as('presenter').getAgoraToken({ pitch_uuid })).token)
    expect(await presenting.send('SCREEN_SHARE')).toBe('refused')

    await stack.as('presenter').agoraSharescreenStop({ pitch_uuid })
    await until(() => device.socket.readyState === WebSocket.CLOSED, 1000)
    await until(() => share() === null)
    expect((await enter(token)).status).toBe(403)
    await expect(nobody.startSharescreenDevice({ key })).rejects.toThrow('ShareNotFound')
    expect(await nobody.stopSharescreenDevice({ key })).toEqual({})
  })

  it('[ROUTE-045] takes the link back when it has expired, when a new one is made and when its session ends', async () => {
    const { pitch_uuid, acquire } = await live()
    const nobody = stack.as('nobody')
    const open = async (code: string | null) => nobody.openSharescreenLink({ pitch_uuid, code: code ?? '' })
    const old = await acquire('presenter', 'second')
    const fresh = await acquire('presenter', 'second')
    await expect(open(old.code)).rejects.toThrow('ShareLinkWrong')
    await stack.db
      .update(screenShare)
      .set({ linkExpiresAt: new Date(Date.now() - 1) })
      .where(eq(screenShare.id, fresh.resource_id))
    await expect(open(fresh.code)).rejects.toThrow('ShareLinkWrong')

    const { id, organisationId } = stack.people.coHost
    const coHost = stack.withToken(await openTestSession(stack.db, id, organisationId))
    const { code } = await coHost.agoraSharescreenAcquire({ pitch_uuid, device: 'second' })
    const { key } = await open(code)
    const { token } = await nobody.startSharescreenDevice({ key })
    const device = await enter(token)
    expect(device.status).toBe(101)
    await coHost.writeLogout({})
    await until(() => device.socket.readyState === WebSocket.CLOSED, 2000)
    expect((await enter(token)).status).toBe(403)
    await expect(nobody.startSharescreenDevice({ key })).rejects.toThrow('ShareNotFound')
  })

  it('ends with the pitch, for the second device as well', async () => {
    const { pitch_uuid, acquire, share } = await live()
    const nobody = stack.as('nobody')
    const { code } = await acquire('presenter', 'second')
    const { key } = await nobody.openSharescreenLink({ pitch_uuid, code: code ?? '' })
    const { token } = await nobody.startSharescreenDevice({ key })
    const device = await enter(token)
    await stack.as('presenter').endPitch({ uuid: pitch_uuid })
    await until(() => device.socket.readyState === WebSocket.CLOSED, 2000)
    await until(() => share() === null)
    expect((await enter(token)).status).toBe(403)
    await expect(nobody.startSharescreenDevice({ key })).rejects.toThrow('ShareNotFound')
  })

  it('is suspended by a pause for a second device, whose key begins again after it, and not after it was stopped', async () => {
    const { pitch_uuid, acquire, share } = await live()
    const [nobody, presenter] = [stack.as('nobody'), stack.as('presenter')]
    const { code } = await acquire('presenter', 'second')
    const { key } = await nobody.openSharescreenLink({ pitch_uuid, code: code ?? '' })
    const { token } = await nobody.startSharescreenDevice({ key })
    const device = await enter(token)
    await until(() => share()?.device === 'second')
    await presenter.sgFixPause({ pitch_uuid, is_paused: true })
    await until(() => share() === null)
    await until(() => device.socket.readyState === WebSocket.CLOSED, 2000)
    expect((await enter(token)).status).toBe(403)
    await expect(nobody.startSharescreenDevice({ key })).rejects.toThrow('PitchStateForbids')

    await presenter.sgFixPause({ pitch_uuid, is_paused: false })
    const again = await enter((await nobody.startSharescreenDevice({ key })).token)
    expect(await again.send('SCREEN_SHARE')).toBe('published')
    await until(() => share()?.device === 'second')
    // the history has both parts
    const { items } = await presenter.getSharescreenFileList({ pitch_uuid })
    expect(items.map(({ ended_at }) => ended_at === null)).toEqual([true, false])
    await presenter.agoraSharescreenStop({ pitch_uuid })
    await expect(nobody.startSharescreenDevice({ key })).rejects.toThrow('ShareNotFound')
  })

  it('ends when nothing comes any more, and not before', async () => {
    const { made, share, start, pitch_uuid } = await live()
    const { resource_id } = await start('presenter')
    let tracks: object[] = [{ source: 'SCREEN_SHARE' }]
    const liveKit = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ identity: 'somebody', tracks }))
    }).listen(0, '127.0.0.1')
    await once(liveKit, 'listening')
    const httpUrl = `http://127.0.0.1:${(liveKit.address() as AddressInfo).port}`
    const look = (missed?: boolean) =>
      shareJobs.watchShare(
        { pitchId: made.id, share: resource_id, ...(missed && { missed }) },
        { ...stack.frame, media: { ...media, httpUrl, status: () => 'ok' } },
      )
    await until(() => share())
    await look()
    expect(share()?.share).toBe(resource_id)
    tracks = [{ source: 'CAMERA' }]
    // LiveKit may have died and be back, and the browser not yet: nothing ends before it was missing twice
    await look()
    expect(share()?.share).toBe(resource_id)
    await look(true).finally(() => liveKit.close())
    await until(() => share() === null, 2000)
    const { items } = await stack.as('presenter').getSharescreenFileList({ pitch_uuid })
    expect(items[0]?.ended_at).not.toBeNull()
  })

  it('[CALL-060] lists what was shared, by whom and when, for all parts but attendees', async () => {
    const { pitch_uuid, start, stop } = await live()
    await start('presenter')
    await start('coHost').catch(() => {})
    await stop('presenter')
    await start('coHost')
    const { items, total } = await stack.as('member').getSharescreenFileList({ pitch_uuid })
    expect(total).toBe(2)
    expect(items.map(({ user_id, ended_at }) => [user_id, ended_at === null])).toEqual([
      [stack.people.coHost.id, true],
      [stack.people.presenter.id, false],
    ])
    await expect(stack.as('investor').getSharescreenFileList({ pitch_uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenPresenter').getSharescreenFileList({ pitch_uuid })).rejects.toThrow('PitchNotFound')
  })

  it('[CALL-071] answers whether a presenter is live, if the caller may see the pitch', async () => {
    const presenter = stack.people.coHost.id
    const ask = (who: PersonName) => stack.as(who).getLiveStatus({ presenter })
    const made = await seedPitch(stack, { owner: 'coHost' })
    expect(await ask('admin')).toMatchObject({ status: 'off', pitch_uuid: null })
    await stack.as('coHost').startPitch({ uuid: made.uuid })
    expect(await ask('admin')).toMatchObject({ status: 'live', pitch_uuid: made.uuid, is_sending: false })
    const sending = await enter((await stack.as('coHost').getAgoraToken({ pitch_uuid: made.uuid })).token)
    expect(sending.status).toBe(101)
    await stack.as('coHost').sgFixPause({ pitch_uuid: made.uuid, is_paused: true })
    expect((await ask('coHost')).status).toBe('paused')
    expect(await ask('lumenPresenter')).toMatchObject({ status: 'off', pitch_uuid: null })
    const raw = await stack.app.inject({
      url: `/restapi/v1.4/srs/live/${presenter}/status`,
      headers: { authorization: `Bearer ${stack.people.admin.token}` },
    })
    expect(raw.json().data).toMatchObject({ presenter, status: 'paused' })
    expect((await rawCall(stack.app, 'getLiveStatus', {})).status).toBe(401)
    await stack.as('coHost').endPitch({ uuid: made.uuid })
    expect((await ask('admin')).status).toBe('off')
  })
})

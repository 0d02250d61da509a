import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_HANDS, MOST_ON_STAGE } from '#features/room/room/hosts.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { stageJobs } from './jobs.ts'

const { emptyView } = roomModel

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** A live pitch with two attendees and its presenter in the room. */
async function live() {
  const made = await seedPitch(stack, { moderators: [stack.people.member.email] })
  const pitch_uuid = made.uuid
  await stack.as('presenter').startPitch({ uuid: pitch_uuid })
  const join = async (name: 'investor' | 'secondInvestor') => {
    const { token } = await seedAttendee(stack, made, stack.people[name])
    const socket = stack.connect({ token }, pitch_uuid)
    return { client: stack.withToken(token), token, socket, seen: follow(socket), id: stack.people[name].id }
  }
  const [ivan, sara] = [await join('investor'), await join('secondInvestor')]
  const seen = follow(stack.connect('presenter', pitch_uuid))
  await until(() => seen.first && ivan.seen.first && sara.seen.first)
  const presenter = stack.as('presenter')
  // stays are written in batches
  await until(async () => (await presenter.getRoomPeople({ pitch_uuid })).here === 3)
  return { made, pitch_uuid, ivan, sara, seen, presenter }
}

describe('hands', () => {
  it('are counted for the whole room, and listed in order and by name for the team and admins alone', async () => {
    const { pitch_uuid, ivan, sara, seen, presenter } = await live()
    expect(await sara.client.setHand({ pitch_uuid, raised: true })).toEqual({ raised: true })
    await ivan.client.setHand({ pitch_uuid, raised: true })
    // again changes nothing, not even the order
    await sara.client.setHand({ pitch_uuid, raised: true })
    await until(() => ivan.seen.view?.room.stage.hands.length === 2 && seen.view?.room.stage.hands.length === 2)
    expect(seen.events.filter(({ type }) => type === 'handRaised').map(({ payload }) => payload)).toEqual([
      { account: sara.id },
      { account: ivan.id },
    ])
    const { hands, hands_total, granted } = await stack.as('member').getStagePeople({ pitch_uuid })
    expect(hands.map(({ user_id, line }) => [user_id, line])).toEqual([
      [sara.id, true],
      [ivan.id, true],
    ])
    expect(hands.every(({ name }) => name !== '')).toBe(true)
    expect([hands_total, granted]).toEqual([2, []])
    await expect(ivan.client.getStagePeople({ pitch_uuid })).rejects.toThrow('NotAllowed')
    await expect(stack.as('investor').getStagePeople({ pitch_uuid })).rejects.toThrow('NoPermission')

    await ivan.client.setHand({ pitch_uuid, raised: false })
    await presenter.lowerHand({ pitch_uuid, user_id: sara.id })
    await until(() => seen.view?.room.stage.hands.length === 0)
  })

  it('are for attendees of a live pitch, once each when they ask twice at the same moment', async () => {
    const { pitch_uuid, ivan, seen, presenter } = await live()
    await expect(presenter.setHand({ pitch_uuid, raised: true })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenInvestor').setHand({ pitch_uuid, raised: true })).rejects.toThrow('PitchNotFound')
    await expect(stack.as('investor').lowerHand({ pitch_uuid, user_id: ivan.id })).rejects.toThrow('NoPermission')
    await Promise.all([1, 2, 3].map(() => ivan.client.setHand({ pitch_uuid, raised: true })))
    await until(() => seen.view?.room.stage.hands.length === 1)
    expect(seen.events.filter(({ type }) => type === 'handRaised')).toHaveLength(1)
    await presenter.endPitch({ uuid: pitch_uuid })
    await until(() => seen.view?.room.stage.hands.length === 0)
    await expect(ivan.client.setHand({ pitch_uuid, raised: true })).rejects.toThrow('PitchStateForbids')
  })

  it('go down when their attendee leaves or is removed, and stay up through a lost connection', async () => {
    const { pitch_uuid, ivan, sara, seen, presenter } = await live()
    await ivan.client.setHand({ pitch_uuid, raised: true })
    await sara.client.setHand({ pitch_uuid, raised: true })
    ivan.socket.disconnect()
    const again = follow(stack.connect({ token: ivan.token }, pitch_uuid))
    await until(() => again.view?.room.stage.hands.includes(ivan.id))
    await ivan.client.exitUser({ pitch_uuid })
    await presenter.removeAttendee({ pitch_uuid, user_id: sara.id })
    await until(() => seen.view?.room.stage.hands.length === 0)
    await expect(sara.client.setHand({ pitch_uuid, raised: true })).rejects.toThrow()
  })

  it('are limited in number', async () => {
    const { pitch_uuid, ivan, made, presenter } = await live()
    await stack.db.transaction(async tx => {
      const { appendEvent } = await import('#features/room/room/server/append.ts')
      for (let i = 0; i < MOST_HANDS; i++)
        await appendEvent(
          { db: tx, frame: stack.frame },
          made.id,
          'handRaised',
          { account: crypto.randomUUID() },
          undefined,
        )
    })
    await expect(ivan.client.setHand({ pitch_uuid, raised: true })).rejects.toThrow('TooManyHands')
    expect(await presenter.getStagePeople({ pitch_uuid })).toMatchObject({ hands_total: MOST_HANDS })
  }, 20_000)
})

describe('on stage', () => {
  it('attendees are let by the team, which takes them off again, or they leave by themselves', async () => {
    const { pitch_uuid, ivan, sara, seen, presenter } = await live()
    await ivan.client.setHand({ pitch_uuid, raised: true })
    await stack.as('member').grantStage({ pitch_uuid, user_id: ivan.id, microphone: true, camera: false })
    await until(() => ivan.seen.view?.room.stage.granted.length === 1)
    expect(ivan.seen.view?.room.stage).toEqual({
      hands: [],
      granted: [{ account: ivan.id, microphone: true, camera: false, since: ivan.seen.seq }],
    })
    await presenter.grantStage({ pitch_uuid, user_id: ivan.id, microphone: true, camera: true })
    expect((await presenter.getStagePeople({ pitch_uuid })).granted).toMatchObject([{ user_id: ivan.id, camera: true }])
    await expect(sara.client.revokeStage({ pitch_uuid, user_id: ivan.id })).rejects.toThrow('NoPermission')
    await ivan.client.revokeStage({ pitch_uuid, user_id: ivan.id })
    await until(() => seen.view?.room.stage.granted.length === 0)
    // taking back what is not there is no event
    await presenter.revokeStage({ pitch_uuid, user_id: ivan.id })
    await presenter.grantStage({ pitch_uuid, user_id: ivan.id, microphone: false, camera: false })
    expect(seen.events.filter(({ type }) => type === 'stageRevoked')).toHaveLength(1)
  })

  it('attendees cannot let themselves, and the team no stranger, no removed attendee, and none after the end', async () => {
    const { pitch_uuid, ivan, sara, presenter } = await live()
    const grant = (client: typeof presenter, user_id: string) =>
      client.grantStage({ pitch_uuid, user_id, microphone: true, camera: true })
    await expect(grant(ivan.client, ivan.id)).rejects.toThrow('NotAllowed')
    await expect(grant(stack.as('investor'), ivan.id)).rejects.toThrow('NoPermission')
    await expect(grant(stack.as('lumenAdmin'), ivan.id)).rejects.toThrow('PitchNotFound')
    await expect(grant(presenter, stack.people.lumenInvestor.id)).rejects.toThrow('AttendeeNotFound')
    await presenter.removeAttendee({ pitch_uuid, user_id: sara.id })
    await expect(grant(presenter, sara.id)).rejects.toThrow('AttendeeNotFound')
    await presenter.endPitch({ uuid: pitch_uuid })
    await expect(grant(presenter, ivan.id)).rejects.toThrow('PitchStateForbids')
  })

  it('has a limit, and two grants of one attendee at the same moment make one event', async () => {
    const { pitch_uuid, ivan, sara, made, seen, presenter } = await live()
    const grant = (user_id: string) => presenter.grantStage({ pitch_uuid, user_id, microphone: true, camera: false })
    await Promise.all([grant(ivan.id), grant(ivan.id), grant(ivan.id)])
    await until(() => seen.view?.room.stage.granted.length === 1)
    expect(seen.events.filter(({ type }) => type === 'stageGranted')).toHaveLength(1)
    await stack.db.transaction(async tx => {
      const { appendEvent } = await import('#features/room/room/server/append.ts')
      const other = () => ({ account: crypto.randomUUID(), microphone: true, camera: false })
      for (let i = 1; i < MOST_ON_STAGE; i++)
        await appendEvent({ db: tx, frame: stack.frame }, made.id, 'stageGranted', other(), undefined)
    })
    await expect(grant(sara.id)).rejects.toThrow('StageFull')
  })

  it('ends with the pitch, with removal, with leaving, and after an absence', async () => {
    const { pitch_uuid, ivan, sara, made, seen, presenter } = await live()
    const grant = (user_id: string) => presenter.grantStage({ pitch_uuid, user_id, microphone: true, camera: false })
    const granted = () => seen.view?.room.stage.granted.map(({ account }) => account) ?? []
    await grant(ivan.id)
    await ivan.client.exitUser({ pitch_uuid })
    await until(() => seen.events.some(({ type }) => type === 'stageRevoked'))
    await grant(ivan.id)
    await grant(sara.id)
    await until(() => granted().length === 2)

    await stageJobs.watchStage({ pitchId: made.id }, stack.frame)
    expect(granted()).toHaveLength(2)
    await stack.db.update(attendance).set({ leftAt: new Date(Date.now() - 100_000) })
    await stageJobs.watchStage({ pitchId: made.id }, stack.frame)
    await until(() => granted().length === 0)

    await stack.db.update(attendance).set({ leftAt: null })
    await grant(ivan.id)
    await grant(sara.id)
    await presenter.removeAttendee({ pitch_uuid, user_id: sara.id })
    await until(() => granted().length === 1)
    await presenter.endPitch({ uuid: pitch_uuid })
    await until(() => granted().length === 0)
    // the room that was read anew is the one that the events made
    const { view, seq } = await readRoom(stack.frame, made.id)
    expect({ seq: seen.seq, room: seen.view?.room }).toEqual({ seq, room: view.room })
    expect(view.room.stage).toEqual(emptyView.room.stage)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockRoomAt } from '#features/room/room/server/append.ts'
import { livePitch } from '#testing/livePitch.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'
import { openDatabase } from './database.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

it('lets a room go on that another server holds which stands still, and the other rooms meanwhile', async () => {
  const [{ made, pitch_uuid, investor, second }, other] = [await livePitch(stack), await livePitch(stack)]
  const presenter = stack.as('presenter')
  const still = openDatabase(stack.frame.pool.options.connectionString ?? '')
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = still.db.transaction(async db => {
    await lockRoomAt(db, made.id)
    isHeld.resolve()
    await isOver.promise
  })
  const ended = transaction.catch(() => {})
  await isHeld.promise

  const began = performance.now()
  const passed = () => performance.now() - began
  const turns = Promise.all(
    [true, false, true, false].flatMap(raised => [
      presenter.sgUpdatePitchPages({ pitch_uuid, page: 1, action: 'right', index: 0 }),
      investor.setHand({ pitch_uuid, raised }),
      second.setHand({ pitch_uuid, raised }),
    ]),
  )
  turns.catch(() => {})
  await new Promise(done => setTimeout(done, 500))
  await presenter.getPitchStatus({ uuid: other.pitch_uuid })
  await other.say(stack.as('member'))
  expect(passed()).toBeLessThan(2000)
  await turns
  expect(passed()).toBeLessThan(8000)

  isOver.resolve()
  await ended
  await still.pool.end()
}, 20_000)

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newToken } from '#server/tokens.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'
import { insertLinks } from './linkQueries.ts'
import { joinLink } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

it('hands out no link that is not stored', async () => {
  const { db, people } = stack
  const { attendeeId } = await seedAttendee(stack, await seedPitch(stack), people.investor)
  const expiresAt = new Date(Date.now() + 3_600_000)
  const [one, other] = [newToken().hash, newToken().hash]
  const link = (tokenHash: string) => ({ attendeeId, tokenHash, expiresAt })
  await insertLinks(db, [link(one)])
  const both = db.transaction(tx => insertLinks(tx, [link(other), link(one)]))
  await expect(both).rejects.toThrow('exists already')
  expect(await db.$count(joinLink, eq(joinLink.attendeeId, attendeeId))).toBe(1)
})

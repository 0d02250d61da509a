import { and, desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { teamInRoom } from '#features/room/room/server/teamQueries.ts'
import type { PersonName } from '#testing/people.ts'
import { runJobs } from '#testing/runJobs.ts'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { stageJobs } from './jobs.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

/** A live pitch that its presenter leads, with these people of its team in the room. */
async function live(...names: PersonName[]) {
  const { coHost, member } = stack.people
  const made = await seedPitch(stack, { coHosts: [coHost.email], moderators: [member.email] })
  await stack.as('presenter').startPitch({ uuid: made.uuid })
  const clients = new Map(names.map(name => [name, stack.connect(name, made.uuid)]))
  const seen = [...clients.values()].map(follow)
  await until(() => seen.every(one => one.first))
  const there = async () => (await teamInRoom(stack.db, made)).map(({ user_id }) => user_id)
  await until(async () => (await there()).length === names.length)
  const host = async () => (await roomStateOf(stack.db, made.id)).host
  return {
    ...{ made, seen, there, host },
    handOver: () => stack.as('presenter').transferPitch({ uuid: made.uuid, user_id: coHost.id }),
    /** Closes a person's window, and waits until the server knows. */
    close: async (name: PersonName) => {
      const before = stack.sockets.connections()
      clients.get(name)?.disconnect()
      await until(() => stack.sockets.connections() < before)
    },
    isGone: (name: PersonName) => until(async () => !(await there()).includes(stack.people[name].id)),
    /** Runs the job of ten seconds after the hand-over. */
    runCheck: async () => {
      const all = `select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs where key = $1`
      await stack.frame.pool.query(all, [`watchHandOver:${made.id}`])
      await runJobs({ ...stack, rooms: { ...stack.frame.rooms, recorded: [] } }, stageJobs)
    },
  }
}

it('[STATE-039] goes on to the next of the team when the named member had just closed their window', async () => {
  const { made, seen, host, handOver, close, isGone, runCheck } = await live('member', 'presenter', 'coHost')
  const { coHost, member } = stack.people
  await close('coHost')
  await handOver()
  expect(await host()).toBe(coHost.id)
  await close('presenter')
  await Promise.all([isGone('coHost'), isGone('presenter')])
  await runCheck()
  expect(await host()).toBe(member.id)
  await until(() => seen[0]?.view?.room.leader?.account === member.id)
  const [noted] = await stack.db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.subject, made.uuid), eq(auditEntry.action, 'pitch.handOver')))
    .orderBy(desc(auditEntry.id))
  expect(noted).toMatchObject({ actorId: null, detail: { from: coHost.id, to: member.id } })
  await runCheck()
  expect(await host()).toBe(member.id)
})

it('stays with a new leader who lost the connection after it, and while the former leader is there', async () => {
  const { coHost } = stack.people
  const lost = await live('member', 'presenter', 'coHost')
  await lost.handOver()
  for (const name of ['coHost', 'presenter'] as const) await lost.close(name)
  const seen = await live('member', 'presenter', 'coHost')
  await seen.close('coHost')
  await seen.handOver()
  await Promise.all([lost.isGone('coHost'), lost.isGone('presenter'), seen.isGone('coHost')])
  for (const one of [lost, seen]) {
    await one.runCheck()
    expect(await one.host()).toBe(coHost.id)
  }
})

it('waits without a member of the team in the room, and ends with the pitch', async () => {
  const alone = await live('presenter', 'coHost')
  await alone.close('coHost')
  await alone.handOver()
  await alone.close('presenter')
  await Promise.all([alone.isGone('coHost'), alone.isGone('presenter')])
  await alone.runCheck()
  expect(await alone.host()).toBe(stack.people.coHost.id)
  await stack.as('presenter').endPitch({ uuid: alone.made.uuid })
  await alone.runCheck()
})

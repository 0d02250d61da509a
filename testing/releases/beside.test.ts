import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { readMigrations } from '#server/db/migrate.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { emptyDatabase } from '#testing/database.ts'
import { watch } from '#testing/faults/people.ts'
import { objections } from '#testing/fences/migrations.ts'
import { migrateElsewhere, nextMigrations } from '#testing/nextMigrations.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { until } from '#testing/startRooms.ts'
import type { TestClient } from '#testing/startStack.ts'
import { restoreDatabase } from './dump.ts'
import { fixtureKeys } from './makeFixture.ts'
import { readFixture, releases } from './releases.ts'
import { tokenOf, visit } from './visit.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** What a later version may do to tables that the calls below read and write continuously. */
const next = [
  `alter table account add column next_note text;--> statement-breakpoint
   alter table chat_message add column next_kind text default 'plain' not null;--> statement-breakpoint
   create table next_thing (id uuid primary key, account_id uuid not null);--> statement-breakpoint
   alter table next_thing add constraint next_thing_account foreign key (account_id) references account (id)`,
  `drop index concurrently if exists next_session;--> statement-breakpoint
   create index concurrently next_session on session (last_used_at);--> statement-breakpoint
   drop index concurrently if exists next_message;--> statement-breakpoint
   create index concurrently next_message on chat_message (at)`,
]

/** Makes calls one after the other, as often as one person may, until it is stopped. Records how each ended. */
function keepCalling(call: () => Promise<unknown>, pause = 300) {
  const made: { failure: string; milliseconds: number }[] = []
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const began = performance.now()
      const failure = await call().then(
        () => '',
        error => String(error),
      )
      made.push({ failure, milliseconds: performance.now() - began })
      await sleep(pause)
    }
  })()
  return {
    made,
    stop: () => {
      isOver = true
      return running
    },
  }
}

/** A live pitch of the presenter, with the chat of everybody and the investor among them. */
async function goLive(presenter: TestClient) {
  const attendees_arr = [{ email: 'investor@quill.test', firstname: 'Ivy', lastname: 'Investor' }]
  const { uuid } = await presenter.createPitchByPresenter(pitchForm({ attendees_arr }))
  await presenter.startPitch({ uuid })
  return uuid
}

it('a server keeps working while a later version migrates its database, and does not start on it again', async () => {
  const pretended = await nextMigrations(...next)
  expect(
    readMigrations(pretended)
      .slice(-next.length)
      .flatMap(one => objections(one)),
  ).toEqual([])
  const url = await emptyDatabase()
  await restoreDatabase(url, await readFixture(releases().at(-1)?.version ?? ''))
  const console = await startConsoleProcess({ env: { DATABASE_URL: url, ...fixtureKeys } })
  stops.push(console.stop)
  const [presenter, investor, admin] = await Promise.all(
    (['presenter', 'investor', 'admin'] as const).map(name => visit(console.url, name)),
  )
  if (!presenter || !investor || !admin) throw new Error('no people were found')
  const pitch_uuid = await goLive(presenter)
  const room = watch(console.url, pitch_uuid, await tokenOf(console.url, 'presenter'))
  stops.push(() => room.socket.disconnect())
  const group_uuid = await room.welcomed
  let disconnected = 0
  room.socket.on('disconnect', () => disconnected++)

  const say = (who: TestClient) => () =>
    who.sendMessage({ group_uuid, content: 'On we go', local_msg_id: crypto.randomUUID() })
  let turn = 0
  const callers = [
    keepCalling(say(presenter)),
    keepCalling(say(investor)),
    keepCalling(() => investor.setHand({ pitch_uuid, raised: ++turn % 2 === 0 })),
    keepCalling(() => presenter.updatePersonalInfo({ location: `Berth ${++turn}` })),
    keepCalling(() => admin.getUserListForEp({ name: 'quill' })),
    keepCalling(() => visit(console.url, 'member'), 2000),
  ]
  const done = () => callers.map(({ made }) => made.length)
  const calledAgain = async () => {
    const before = done()
    await until(() => done().every((count, i) => count >= (before[i] ?? 0) + 2), 30_000)
  }

  // like a backup, a long-running read: the migration has to wait, and the calls must not
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; select count(*) from account')
  await calledAgain()
  const migrated = migrateElsewhere(url, pretended)
  await sleep(8000)
  await calledAgain()
  await reader.query('commit')
  await reader.end()
  const migration = await migrated
  await calledAgain()
  await Promise.all(callers.map(caller => caller.stop()))

  const all = callers.flatMap(({ made }) => made)
  expect(all.filter(({ failure }) => failure)).toEqual([])
  expect(Math.max(...all.map(({ milliseconds }) => milliseconds))).toBeLessThan(6500) // a call would be given up then
  expect(disconnected).toBe(0)
  expect(migration).toContain('waits')
  expect(all.length).toBeGreaterThan(30)

  await console.kill('SIGTERM')
  await expect(console.start()).rejects.toThrow(
    /the console ended with 1:(.|\n)*This database is newer than this Rostrum/,
  )
}, 180_000)

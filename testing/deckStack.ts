import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { DeckFile } from '#features/room/deck/contract.ts'
import { deckJobs } from '#features/room/deck/server/jobs.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import type { Frame } from '#server/frame.ts'
import { type JobHandlers, startJobs } from '#server/jobs/jobs.ts'
import type { PersonName } from './people.ts'
import { type Stack, startStack } from './startStack.ts'

/** The stack with a job runner that converts decks, and common steps of deck tests. */
export interface DeckStack extends Stack {
  pitchOf(owner: PersonName, change?: Partial<typeof pitch.$inferInsert>): Promise<typeof pitch.$inferSelect>
  /** Adds a file to a pitch by the form's file part; returns the file, or the error's code. */
  give(owner: PersonName, pitchUuid: string, filename: string, bytes: Buffer): Promise<Given>
  /** The same for any call that takes a file. */
  send(owner: PersonName, call: string, fields: Fields, filename: string, bytes: Buffer): Promise<Given>
  /** Waits until a file has been converted or has failed. */
  converted(owner: PersonName, pitchUuid: string, fileId: string): Promise<DeckFile>
}
type Given = DeckFile & { readonly error?: string }
type Fields = Readonly<Record<string, string>>

/** Without `converts`, files wait until a test runs their job. */
export async function startDeckStack(
  environment: Record<string, string> = {},
  parts: Partial<Frame> = {},
  { converts = true } = {},
): Promise<DeckStack> {
  const stack = await startStack(environment, parts)
  const runner = converts && (await startJobs(stack.frame, deckJobs as JobHandlers, '# none\n'))
  return {
    ...stack,
    pitchOf: (owner, change = {}) => makePitch(stack, owner, change),
    give: (owner, pitch_uuid, filename, bytes) =>
      sendFile(stack, owner, 'createPitchFile', { pitch_uuid }, filename, bytes),
    send: (owner, call, fields, filename, bytes) => sendFile(stack, owner, call, fields, filename, bytes),
    converted: (owner, pitchUuid, fileId) => converted(stack, owner, pitchUuid, fileId),
    stop: async () => {
      if (runner) await runner.stop()
      await stack.stop()
    },
  }
}

/** A scheduled pitch of the given presenter. */
async function makePitch({ db, people }: Stack, owner: PersonName, change: Partial<typeof pitch.$inferInsert>) {
  const startsAt = new Date(Date.now() + 3_600_000)
  const [row] = await db
    .insert(pitch)
    .values({
      organisationId: people[owner].organisationId,
      userId: people[owner].id,
      presentationName: 'Seed round',
      presenterName: 'Paul',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 3_600_000),
      startZone: 'UTC',
      endZone: 'UTC',
      state: 'scheduled',
      ...change,
    })
    .returning()
  if (!row) throw new Error('no pitch')
  return row
}

async function sendFile(
  { app, people }: Stack,
  owner: PersonName,
  call: string,
  fields: Fields,
  filename: string,
  bytes: Buffer,
): Promise<Given> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), filename)
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/webapi/rest/app/token/${call}`,
    headers: {
      authorization: `Bearer ${people[owner].token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const body = answer.json() as { data?: DeckFile; error?: string }
  return { ...(body.data as DeckFile), ...(body.error ? { error: body.error } : {}) }
}

async function converted(stack: Stack, owner: PersonName, pitch_uuid: string, fileId: string): Promise<DeckFile> {
  // less than a test has, so that it fails with what the queue held
  for (const until = Date.now() + 50_000; Date.now() < until; await sleep(50)) {
    const { items } = await stack.as(owner).getPitchFileList({ pitch_uuid })
    const file = items.find(({ id }) => id === fileId)
    if (file && (file.status === 'ready' || file.status === 'failed')) return file
  }
  const files = await stack.db
    .select({ id: deckFile.id, status: deckFile.status, seen: deckFile.runSeenAt })
    .from(deckFile)
  const jobs = await stack.db.execute(
    sql`select key, attempts, run_at, locked_at, last_error from graphile_worker.jobs where task_identifier = 'convertDeck'`,
  )
  throw new Error(`${fileId} was not converted: ${JSON.stringify({ files, jobs: jobs.rows })}`)
}

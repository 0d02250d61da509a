import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import type { PersonName } from '#testing/people.ts'
import { deckFile, deckUpload } from './tables.ts'

vi.mock('#server/storage/local.ts', async original => ({
  ...(await original<typeof import('#server/storage/local.ts')>()),
  freeBytes: async () => disk,
}))
let disk = 1e12
const GB = 1024 ** 3
let stack: DeckStack
let url: string
beforeAll(async () => {
  stack = await startDeckStack()
  url = await stack.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => stack.stop())

/** Asks for an upload and answers its status, and the reason for a refusal. */
async function ask(who: PersonName, bytes: number): Promise<string | number> {
  const answer = await fetch(`${url}/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stack.people[who].token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from('deck.pdf').toString('base64')}`,
    },
  })
  return answer.ok ? answer.status : ((await answer.json()) as { error: string }).error
}

it('one person cannot fill the disk with files without a pitch, and other people are not affected', async () => {
  const { id: uploadedBy, organisationId } = stack.people.presenter
  const ids = [1, 2, 3, 4].map(() => randomUUID())
  for (const id of ids)
    await stack.db
      .insert(deckFile)
      .values({ id, organisationId, uploadedBy, name: `${id}.pdf`, type: 'pdf', size: GB, pages: 1, notes: [] })
  expect(await ask('presenter', GB)).toBe(201)
  expect(await ask('presenter', 1000)).toBe('TooManyUploads')
  expect(await ask('coHost', 1000)).toBe(201)
  const [taken] = await stack.db.select({ id: pitch.id }).from(pitch).limit(1)
  const change = taken ? { pitchId: taken.id, position: 9 } : { deletedAt: new Date() }
  await stack.db
    .update(deckFile)
    .set(change)
    .where(eq(deckFile.id, ids[0] ?? ''))
  expect(await ask('presenter', 1000)).toBe(201)
})

it('the space that was promised to one upload is not promised to another, also when they begin at once', async () => {
  await stack.db.delete(deckUpload)
  disk = 3_500_000
  const asked = ['presenter', 'coHost', 'member', 'admin', 'pitchadmin'] as const
  const answers = await Promise.all(asked.map(who => ask(who, 1_000_000)))
  expect(answers.toSorted()).toEqual([201, 201, 201, 'StorageFull', 'StorageFull'])
  await stack.db.delete(deckUpload)
  expect(await ask('admin', 1_000_000)).toBe(201)
})

import { globSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { calls } from '#app/contract/calls.ts'
import { pitchDraft } from '#features/planning/draft/server/tables.ts'
import { makePdf } from '#testing/decks.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { seedPitch } from '#testing/startRooms.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { uploadCall } from '#testing/upload.ts'

// Files that a call stores before its transaction, and that nothing refers to when it fails or repeats an answered one:
// nobody would see them, and nothing would remove them.

let stack: Stack
let pdf: Buffer
let company: string
let uuid: string
beforeAll(async () => {
  stack = await startStack()
  pdf = await makePdf(1)
  company = (await stack.as('admin').createCompany({ company_name: 'Harbour Labs' })).id
  uuid = (await seedPitch(stack)).uuid
  await give('updateCompanyDocument', { id: company, document: 'about' }, 'company')
  await give('updateSgCompanyInfo', { uuid, document: 'about' }, 'pitch')
}, 120_000)
afterAll(() => stack.stop())

/** Sends the file as a person who may, with the key of one click. */
async function give(name: keyof typeof calls, fields: Record<string, string>, key: string) {
  const { token } = stack.people.admin
  const headers = { 'idempotency-key': `left-files-${key}` }
  const { body } = await uploadCall(stack.app, name, token, { name: 'File.pdf', bytes: pdf }, fields, headers)
  return body as { code: number; error?: string }
}

/** The files of documents and decks that are stored. */
async function stored(): Promise<string[]> {
  const folder = join(stack.frame.settings.dataDir, 'storage')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter(file => file.isFile()).map(file => join(file.parentPath, file.name))
  return paths.filter(path => !/\/(?:pictures|\.incoming)\//.test(path)).sort()
}

it('everything else that is stored has a row from the beginning, or follows from one', () => {
  const sources = globSync('{app,features,server}/**/*.ts').filter(path => !path.includes('.test.'))
  const storing = sources.filter(path => /storage\.put\(/.test(readFileSync(path, 'utf8')))
  expect(storing.sort()).toEqual([
    'features/planning/plan/server/previews.ts',
    // below the folder of its recording; its own row names the attempt before it is made
    'features/results/replay/server/film/makeFilm.ts',
    // below the folder of its recording, whose id follows from the upload's
    'features/results/replay/server/video/prepareVideo.ts',
    'features/results/replay/server/video/uploads.ts',
    'features/room/deck/server/convertFile.ts',
    'features/room/deck/server/receive.ts',
    // below the folder of its recording, which goes with the recording's row
    'features/room/recording/server/pieceStore.ts',
    'server/pictures/pictures.ts',
    'server/storage/forCall.ts',
  ])
})

it.each([
  ['updateSgCompanyInfo', () => ({ uuid, document: 'dealterms' })],
  ['updateCompanyDocument', () => ({ id: company, document: 'highlights' })],
  ['uploadProofFile', () => ({})],
  ['createEnterpriseEvidence', () => ({ company_id: company, kind: 'licence' })],
] as const)('%s keeps one file however often its click is repeated', async (name, fields) => {
  const before = (await stored()).length
  for (let n = 0; n < 3; n++) expect(await give(name, fields(), name)).toMatchObject({ code: 1 })
  expect((await stored()).length).toBe(before + 1)
})

it('a document beside what is refused is not kept', async () => {
  const before = await stored()
  const hides = { company_disclosure: 'invited', company_name: 'Acme', presentation_name: 'Seed round' } as const
  const hidden = await stack.as('admin').createPitchByPresenter({ ...pitchForm(), ...hides })
  const fields = { uuid: hidden.uuid, document: 'about', obfuscated_company_name: 'Acme' }
  expect(await give('updateSgCompanyInfo', fields, 'named')).toMatchObject({ error: 'CompanyNamed' })
  expect(await stored()).toEqual(before)
})

it('a company’s files are not copied for a pitch that comes to nothing, least of all beside those of another', async () => {
  const before = await stored()
  const made = { ...pitchForm(), company_id: company, draft_id: uuid }
  expect(await outcomesOf([stack.as('admin').createPitchByPresenter(made)])).toEqual(['DraftNotFound'])
  expect(await stored()).toEqual(before)
})

it('a pitch that is copied by one click too many leaves nothing behind', async () => {
  const { id: userId, organisationId } = stack.people.admin
  const row = { organisationId, userId, form: {} as never, contacts: [] }
  await stack.db.insert(pitchDraft).values(Array.from({ length: 199 }, () => row))
  const before = (await stored()).length
  const copies = Array.from({ length: 3 }, () => stack.as('admin').copyPitch({ uuid }))
  expect((await outcomesOf(copies)).sort()).toEqual(['TooManyDrafts', 'TooManyDrafts', 'done'])
  expect((await stored()).length).toBe(before + 2) // the documents of the one draft
})

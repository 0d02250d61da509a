import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import CFB from 'cfb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkFile } from '#features/room/deck/server/check/checkFile.ts'
import { recordsOf, writeRecord } from '#features/room/deck/server/check/pptRecords.ts'

// Macros and embedded objects of a .ppt: as PowerPoint stores them, and with what tells of them left out or denied.

const canary = 'Attribute VB_Name = "Canary": Shell "calc.exe"'
const type = { document: 0x03e8, list: 0x07d0, macros: 0x03ff, mark: 0x0400, object: 0x1011 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-objects-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const compound = (streams: Readonly<Record<string, Buffer>>): Buffer => {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_del(file, '/\u0001Sh33tJ5')
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, bytes)
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer)
}
const atom = (type: number, body: Buffer, instance = 0) => writeRecord({ version: 0, instance, type, body })
const container = (type: number, ...inside: Buffer[]) =>
  writeRecord({ version: 0x0f, instance: 0, type, body: Buffer.concat(inside) })
const words = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [n, value] of numbers.entries()) bytes.writeUInt32LE(value >>> 0, n * 4)
  return bytes
}

/** The storage of a project, compressed as PowerPoint does, or not. */
function storage(isPacked: boolean): Buffer {
  const project = compound({
    'VBA/dir': Buffer.from('dir'),
    'VBA/Module1': Buffer.from(canary),
    PROJECT: Buffer.from('P'),
  })
  return isPacked
    ? atom(type.object, Buffer.concat([words(project.length), deflateSync(project)]), 1)
    : atom(type.object, project)
}

interface Made {
  /** What the document says of macros: the id of the project, and the flag. */
  readonly marked?: readonly [id: number, flag: number]
  readonly isPacked?: boolean
  readonly streams?: Readonly<Record<string, Buffer>>
}

/** A .ppt of a document and an object, with more streams beside them. */
function ppt({ marked, isPacked = true, streams = {} }: Made): Buffer {
  const mark = marked && container(type.macros, atom(type.mark, words(...marked, 2)))
  const embedded = container(0x0409, container(0x0fcc, atom(0x0fc3, words(1, 0, 1, 0, 2, 0))))
  const document = container(
    type.document,
    atom(0x03e9, Buffer.alloc(40)),
    embedded,
    container(type.list, ...(mark ? [mark] : [])),
  )
  const object = storage(isPacked)
  const directory = atom(0x1772, words((2 << 20) | 1, 0, document.length))
  const at = document.length + object.length
  const edit = atom(0x0ff5, words(0, 0x03000000, 0, at, 1, 3, 0))
  const user = Buffer.alloc(20)
  user.writeUInt32LE(0x14, 0)
  user.writeUInt32LE(0xe391c05f, 4)
  user.writeUInt32LE(at + directory.length, 8)
  return compound({
    'PowerPoint Document': Buffer.concat([document, object, directory, edit, Buffer.alloc(5000)]),
    'Current User': atom(0x0ff6, user),
    ...streams,
  })
}

/** The reason against a file, or what it was written anew as. */
async function outcome(bytes: Buffer): Promise<Buffer | string> {
  const [path, target] = [join(folder, 'deck.ppt'), join(folder, 'anew.ppt')]
  await rm(target, { force: true })
  await writeFile(path, bytes)
  try {
    await checkFile(path, target)
    return await readFile(target)
  } catch (error) {
    return (error as { failure?: string }).failure ?? String(error)
  }
}

it.each<[string, readonly [number, number]]>([
  ['with its flag', [2, 1]],
  ['whose flag says that there is none', [2, 0]],
  ['with a flag alone', [0, 1]],
  ['that is nowhere', [77, 0]],
])('refuses a project of macros %s', async (_, marked) => {
  for (const isPacked of [true, false]) expect(await outcome(ppt({ marked, isPacked }))).toBe('DeckHasMacros')
})

it.each<[string, Made]>([
  ['an embedded object', {}],
  ['an object that is not compressed', { isPacked: false }],
  ['a project that the document does not mention', { marked: [0, 0] }],
  [
    'streams beside the presentation',
    {
      streams: {
        'Macros/VBA/Module1': Buffer.from(canary),
        '_VBA_PROJECT_CUR/VBA/dir': Buffer.from(canary),
        'ObjectPool/_1/\u0001Ole10Native': Buffer.from(canary),
        '\u0005SummaryInformation': Buffer.from(canary),
      },
    },
  ],
])('leaves out %s', async (_, made) => {
  const anew = await outcome(ppt(made))
  if (typeof anew === 'string') throw new Error(anew)
  const file = CFB.read(anew, { type: 'buffer' })
  const names = file.FullPaths.filter(path => path !== '/').map(path => path.replace('Root Entry/', ''))
  expect(names.filter(Boolean).sort()).toEqual(['Current User', 'PowerPoint Document'])
  const stream = Buffer.from(CFB.find(file, '/PowerPoint Document')?.content as Uint8Array)
  const types: number[] = []
  const walk = (bytes: Buffer) => {
    for (const { type, version, body } of recordsOf(bytes)) {
      types.push(type)
      if (version === 0x0f) walk(body)
    }
  }
  walk(stream)
  expect(types).toContain(type.document)
  for (const left of [type.object, 0x0fcc, 0x0fc3, type.macros, type.mark]) expect(types).not.toContain(left)
  for (const bytes of [anew, Buffer.from(anew.toString('utf16le'))]) expect(bytes.includes('Canary')).toBe(false)
})

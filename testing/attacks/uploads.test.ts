import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { changeZip, makePdf, makePptx, makeZip } from '#testing/decks.ts'
import { seedPitch } from '#testing/startRooms.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { uploadCall } from '#testing/upload.ts'

// Files that are two things at once, and archives whose names lead out of their folder, in every upload.

const script = '<script>parent.stolen = 1</script>'
const slips = [
  ...['../../../../../../tmp/rostrum-slip', '/tmp/rostrum-slip', '..\\..\\tmp\\rostrum-slip', 'ppt/../../rostrum-slip'],
  ...['C:/rostrum-slip', 'ppt/slides/../../../../../../../../tmp/rostrum-slip', '....//....//tmp/rostrum-slip'],
]

let stack: Stack
let uuid: string
let pdf: Buffer
let pptx: Buffer
let png: Buffer
let company: string
beforeAll(async () => {
  stack = await startStack()
  uuid = (await seedPitch(stack)).uuid
  const made = { company_name: 'Harbour Labs' } as const
  company = (await stack.as('admin').createCompany(made)).id
  pdf = await makePdf(1)
  pptx = await makePptx([{ title: 'One' }])
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
})
afterAll(() => stack.stop())

/** Adds a file to the pitch; without the jobs of a whole console it is checked and stored, and not converted. */
async function give(name: string, bytes: Buffer): Promise<{ id: string; error?: string }> {
  const { token } = stack.people.presenter
  const { body } = await uploadCall(stack.app, 'createPitchFile', token, { name, bytes }, { pitch_uuid: uuid })
  return { ...body.data, error: body.error }
}
/** The file behind an address, and what a browser is told of it. */
async function served(url: string, who: 'presenter' | 'admin' = 'presenter') {
  const headers = { authorization: `Bearer ${stack.people[who].token}` }
  return stack.app.inject({ url, headers })
}
/** Every file that the server keeps, and the names outside of its folders that an archive may have made. */
async function stored(): Promise<string[]> {
  const files = await readdir(stack.frame.settings.dataDir, { recursive: true, withFileTypes: true })
  return files.filter(file => file.isFile()).map(file => join(file.parentPath, file.name))
}

it('tries every call that takes a file', () => {
  const tried = ['createPitchFile', 'updatePitchFile', 'createPitchByPresenter'] // decks, by the same check
  const others = [
    'updateSgCompanyInfo',
    'updateCompanyLogo',
    'updatePitchLogo',
    'updateAvatar',
    'updateOrganisationLogo',
  ]
  // kept nowhere, or checked as a document
  const read = [
    ...['transcribeSpeech', 'importCompanies', 'importListMembers'],
    ...['createEnterpriseEvidence', 'updateCompanyDocument', 'uploadProofFile'],
  ]
  const all = Object.entries(calls).flatMap(([name, { body }]) => (body === 'multipart' ? [name] : []))
  expect(all.sort()).toEqual([...tried, ...others, ...read].sort())
})

describe('an archive', () => {
  it('whose names lead outside writes nothing there', async () => {
    // all at once, and the ones that every reader takes for a path alone
    for (const names of [slips, slips.slice(0, 1), slips.slice(3, 4)]) {
      const hostile = await changeZip(pptx, parts => names.forEach(name => void parts.set(name, 'slipped')))
      const given = await give('slip.pptx', hostile)
      expect(['DeckDamaged', 'DeckHostile', undefined]).toContain(given.error)
    }
    for (const folder of [
      tmpdir(),
      '/',
      process.cwd(),
      stack.frame.settings.dataDir,
      join(stack.frame.settings.dataDir, '..'),
    ])
      expect(existsSync(join(folder, 'rostrum-slip'))).toBe(false)
    expect((await stored()).filter(path => path.includes('slip'))).toEqual([])
  })

  it('is kept under a name of the server, whatever its own is', async () => {
    const names = ['../../../etc/cron.d/x.pptx', '..\\x\0.pptx', `${script}\r\ny: z.pptx`]
    for (const name of names) {
      const { id, error } = await give(name, pptx)
      if (error) continue
      const { url } = await stack.as('presenter').getPitchFileLocation({ pitch_uuid: uuid, file_id: id })
      const answer = await served(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.!~%+-]+$/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
    for (const path of await stored()) expect(path).not.toMatch(/passwd|cron|script|%|\\/)
  })

  it('that is a web page or a PDF as well is a deck, or refused', async () => {
    const page = Buffer.from(`<!doctype html>${script}`)
    const both: [string, Buffer][] = [
      ['page, then deck', Buffer.concat([page, pptx])],
      ['deck, then page', Buffer.concat([pptx, page])],
      ['pdf, then deck', Buffer.concat([pdf, pptx])],
      ['deck, then pdf', Buffer.concat([pptx, pdf])],
      ['page as a part', makeZip([{ name: 'index.html', bytes: page }])],
    ]
    for (const [name, bytes] of both) {
      // under the name of the other one
      const given = await give(name.startsWith('deck') ? 'a.pdf' : 'a.pptx', bytes)
      if (given.error) continue
      const { url } = await stack.as('presenter').getPitchFileLocation({ pitch_uuid: uuid, file_id: given.id })
      const answer = await served(url)
      expect(answer.headers['content-type'], name).toMatch(/^application\/(pdf|vnd\.openxml)/)
      expect(answer.headers['content-disposition']).toMatch(/^attachment/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('a document', () => {
  it('that is a web page as well is only ever downloaded', async () => {
    const both = Buffer.concat([Buffer.from(`<!doctype html>${script}\n`), pdf])
    const file = { bytes: both, name: '"><img src=x>.html', type: 'text/html' }
    const token = stack.people.presenter.token
    const { body } = await uploadCall(stack.app, 'updateSgCompanyInfo', token, file, { uuid, document: 'about' })
    expect(body.error).toBeUndefined()
    const { about_file } = await stack.as('presenter').getPitchDetail({ uuid })
    const answer = await served(about_file?.url ?? '')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.!~%+-]+\.pdf$/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('that is an archive or a web page is refused', async () => {
    const token = stack.people.presenter.token
    const admin = stack.people.admin.token
    const evidence = { company_id: company, kind: 'licence' }
    for (const bytes of [Buffer.from(script), png]) {
      const sent = await uploadCall(stack.app, 'createEnterpriseEvidence', admin, { bytes, name: 'a.pdf' }, evidence)
      expect(sent.body.error).toMatch(/^Document|^Deck/)
    }
    for (const bytes of [Buffer.from(script), makeZip([{ name: '../x', bytes: 'x' }]), pptx, png]) {
      const { body } = await uploadCall(
        stack.app,
        'updateSgCompanyInfo',
        token,
        { bytes, name: 'a.pdf' },
        { uuid, document: 'about' },
      )
      expect(body.error).toMatch(/^Document|^Deck/)
    }
  })
})

describe('a table of companies', () => {
  it('that is an archive, a page or a document is refused, and makes no company', async () => {
    const before = (await stack.as('admin').getCompanyList({})).total
    for (const bytes of [makeZip([{ name: '../x', bytes: 'x' }]), Buffer.from(script), pdf, png, Buffer.alloc(1000)]) {
      const file = { bytes, name: '../../x.csv', type: 'text/csv' }
      const { status, body } = await uploadCall(stack.app, 'importCompanies', stack.people.admin.token, file, {
        dry: '0',
      })
      expect([status, body.error]).not.toContain('Internal')
      expect(status).toBeLessThan(500)
    }
    expect((await stack.as('admin').getCompanyList({})).total).toBe(before)
  })
})

describe('a contact list', () => {
  it('that is an archive, a page or a document is refused, or adds nobody', async () => {
    const { id: list_id } = await stack.as('admin').createList({ list_name: 'Uploads', list_type: 'static' })
    for (const bytes of [makeZip([{ name: '../x', bytes: 'x' }]), Buffer.from(script), pdf, png, Buffer.alloc(1000)]) {
      const file = { bytes, name: '../../x.csv', type: 'text/csv' }
      const fields = { list_id, dry: '0' }
      const { status } = await uploadCall(stack.app, 'importListMembers', stack.people.admin.token, file, fields)
      expect(status).toBeLessThan(500)
    }
    expect((await stack.as('admin').getListMemberDetailList({ list_id })).total).toBe(0)
  })
})

describe('a picture', () => {
  const payload = Buffer.from(`${script}PK\x03\x04../../slip`)
  /** What is a picture by its first bytes, and something else behind them. */
  const both = async (): Promise<Record<string, Buffer>> => ({
    'png and zip': Buffer.concat([png, makeZip([{ name: '../../slip', bytes: script }])]),
    'png and page': Buffer.concat([png, payload]),
    'jpeg with a comment': Buffer.concat([
      (await sharp(png).jpeg().toBuffer()).subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, payload.length + 2]),
      payload,
      (await sharp(png).jpeg().toBuffer()).subarray(2),
    ]),
    'gif and script': Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(20), Buffer.from(`*/=1;${script}`)]),
    svg: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    'svg behind the head of a png': Buffer.concat([png.subarray(0, 8), Buffer.from(`<svg>${script}</svg>`)]),
    'webp of nothing': Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBP'), payload]),
  })

  it.each(['updatePitchLogo', 'updateAvatar', 'updateOrganisationLogo', 'updateCompanyLogo'] as const)(
    'for %s is drawn anew, or refused',
    async name => {
      let kept = 0
      const refusals: string[] = []
      for (const [kind, bytes] of Object.entries(await both())) {
        const who = name === 'updateOrganisationLogo' || name === 'updateCompanyLogo' ? 'admin' : 'presenter'
        const fields = { updatePitchLogo: { uuid }, updateCompanyLogo: { id: company } }[name as string] ?? {}
        const file = { bytes, name: '../../x.svg', type: 'image/svg+xml' }
        const { body } = await uploadCall(stack.app, name, stack.people[who].token, file, fields)
        if (body.error) {
          refusals.push(body.error)
          continue
        }
        kept++
        const key = /pictures\/[\w-]{22}\.webp/.exec(JSON.stringify(body))?.[0]
        const answer = await served(`/webapi/${key}`, who)
        expect(answer.statusCode, kind).toBe(200)
        expect(answer.headers['content-type']).toBe('image/webp')
        expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
        expect(answer.rawPayload.subarray(0, 4).toString()).toBe('RIFF')
        for (const left of ['script', 'PK', 'slip'])
          expect(answer.rawPayload.includes(left), `${kind}: ${left}`).toBe(false)
      }
      expect(kept).toBeGreaterThan(0)
      expect(refusals.filter(error => !/^Picture/.test(error))).toEqual([])
    },
  )
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#2a57b6' } })
    .png()
    .toBuffer()
const bearer = (by: PersonName) => ({ authorization: `Bearer ${stack.people[by].token}` })

async function send(by: PersonName, file?: Buffer, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', new Blob([new Uint8Array(file)]), 'logo.png')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await stack.app.inject({
    method: 'POST',
    url: pathOf('updateOrganisationLogo', calls.updateOrganisationLogo),
    headers: { ...bearer(by), 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json()
}
const logoOf = async (name: PersonName) => (await stack.as(name).getUserInfoByToken({})).company_header_logo2
const seen = async (by: PersonName, key: string) =>
  (await stack.app.inject({ url: `/webapi/${key}`, headers: bearer(by) })).statusCode

describe('#updateOrganisationLogo', () => {
  it('[SHELL-002, ENT-049] shows a picture to the people of the organisation alone', async () => {
    expect(await logoOf('presenter')).toBe('')
    const { data } = await send('admin', await png(800, 200))
    expect(data.company_header_logo2).toMatch(/^pictures\/[\w-]{22}\.webp$/)
    expect(await logoOf('presenter')).toBe(data.company_header_logo2)
    expect(await logoOf('lumenAdmin')).toBe('')
    expect(await seen('presenter', data.company_header_logo2)).toBe(200)
    expect(await seen('lumenAdmin', data.company_header_logo2)).toBe(404)
  })

  it('removes it without a file, and no longer serves the old one', async () => {
    const old = await logoOf('admin')
    expect((await send('admin')).data.company_header_logo2).toBe('')
    expect(await logoOf('presenter')).toBe('')
    expect(await seen('admin', old)).toBe(404)
  })

  it('refuses what is no picture, and the organisation of others', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect((await send('admin', svg)).error).toBe('PictureTypeNotAllowed')
    const org_id = stack.people.lumenAdmin.organisationId
    expect((await send('admin', await png(8, 8), { org_id })).error).toBe('OrganisationNotFound')
    expect((await send('presenter', await png(8, 8))).error).toBe('NotAllowed')
    expect((await send('superadmin', await png(8, 8), { org_id })).code).toBe(1)
    expect(await logoOf('lumenAdmin')).not.toBe('')
  })
})

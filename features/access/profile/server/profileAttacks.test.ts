import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
  await givePassword(stack.db, stack.people.presenter.id)
})
afterAll(() => stack.stop())

const script = `<script>alert('CANARY')</script>`
const image = '"><img src=x onerror=alert(1)>'
const fields = {
  firstname: script,
  lastname: image,
  company_name: script,
  position: image,
  location: `{{constructor}}${script}`,
}

it('keeps script in every field as the text that it is, and lets none of it be markup in a mail', async () => {
  const saved = await stack.as('presenter').updatePersonalInfo(fields)
  expect(saved).toMatchObject(fields)
  await stack.as('presenter').changeEmail({ email: 'paul@new.test', current_pass: goodPassword })
  const code = (await mailsTo(stack.db, 'paul@new.test'))[0]?.text.match(/\b\d{4} \d{4}\b/)?.[0] ?? ''
  await stack.as('presenter').confirmEmail({ code })
  const mails = [...(await mailsTo(stack.db, 'paul@new.test')), ...(await mailsTo(stack.db, 'presenter@quill.test'))]
  expect(mails.map(({ kind }) => kind)).toEqual(['changeEmail', 'emailChanged'])
  for (const { html, subject } of mails) {
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img src=x')
    expect(subject).not.toContain('<')
  }
})

it('tells a room the same text as JSON, which no browser takes for a page', async () => {
  const { uuid } = await stack.create('presenter')
  const headers = { authorization: `Bearer ${stack.people.presenter.token}` }
  const answer = await rawCall(stack.app, 'getRoomPeople', { pitch_uuid: uuid }, { headers })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.body.results.items[0]).toMatchObject({ firstname: script, sign: image })
})

it('takes no line break into a name, a place or an address, where it could become a header', async () => {
  const headers = { authorization: `Bearer ${stack.people.investor.token}` }
  for (const field of [
    'firstname',
    'lastname',
    'company_name',
    'position',
    'location',
    'linkedin_publicProfileUrl',
    'mobile',
  ]) {
    const sent = { [field]: 'Ivy\r\nBcc: everybody@evil.test' }
    expect((await rawCall(stack.app, 'updatePersonalInfo', sent, { headers })).body.error, field).toBe('InputInvalid')
  }
  await givePassword(stack.db, stack.people.investor.id)
  for (const email of ['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', '<a@b.test>', 'a@b.test c@d.test']) {
    const sent = { email, current_pass: goodPassword }
    expect((await rawCall(stack.app, 'changeEmail', sent, { headers })).body.error, email).toBe('InputInvalid')
  }
})

it('mails links to our own address, whatever host the request names', async () => {
  const headers = {
    authorization: `Bearer ${stack.people.presenter.token}`,
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
  }
  const sent = { email: 'paul2@new.test', current_pass: goodPassword }
  const elsewhere = await rawCall(stack.app, 'changeEmail', sent, { headers: { ...headers, host: 'evil.test' } })
  expect(elsewhere.body.error).toBe('HostNotAllowed')
  await rawCall(stack.app, 'changeEmail', sent, { headers })
  const [mail] = await mailsTo(stack.db, 'paul2@new.test')
  expect(mail?.text).toContain(`${stack.frame.settings.publicUrl}/email/verify#`)
  expect(mail?.text).not.toContain('evil.test')
})

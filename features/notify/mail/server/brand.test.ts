import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateOrganisation } from '#features/core/organisation/server/queries.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { storePicture } from '#server/pictures/pictures.ts'
import { startSmtp } from '#testing/smtp.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { mailJobs } from './jobs.ts'
import { letter } from './letter.ts'
import { mailPage } from './mailPage.ts'
import { type MailDraft, queueMail } from './queueMail.ts'
import { closeMail } from './transport.ts'

let stack: Stack
let smtp: Awaited<ReturnType<typeof startSmtp>>
let organisationId = ''
beforeAll(async () => {
  smtp = await startSmtp()
  stack = await startStack({ SMTP_URL: smtp.url, MAIL_FROM: 'Rostrum <no-reply@pitch.example>' })
  organisationId = stack.people.admin.organisationId
})
afterAll(async () => {
  closeMail()
  await smtp.stop()
  await stack.stop()
})

let count = 0
async function send(more: Partial<MailDraft> = {}) {
  const draft: MailDraft = {
    ...{ key: `brand ${count++}`, kind: 'pitchInvitation', organisationId, recipient: `reader${count}@fund.example` },
    ...{ language: 'en', ...letter('en', { subject: 'Harbour', paragraphs: ['Come.'], footer: ['Why.'] }) },
    ...more,
  }
  const context = { frame: stack.frame }
  const mailId = await stack.db.transaction(db =>
    queueMail({ ...context, db, enqueue: (...job) => addJob(db, ...job) }, draft),
  )
  await mailJobs.sendMail({ mailId }, stack.frame)
  return { mailId, got: smtp.received.find(({ to }) => to.includes(draft.recipient)) }
}
const change = (values: Parameters<typeof updateOrganisation>[2]) =>
  stack.db.transaction(db => updateOrganisation(db, organisationId, values))

describe('the mails of an organization', () => {
  it('have its name as their sender, its support address for replies, and its name above the text', async () => {
    await change({ supportEmail: 'help@quill.example' })
    const { got } = await send()
    expect(got?.mail.from).toEqual({ name: 'Quill Ventures', address: 'no-reply@pitch.example' })
    expect(got?.mail.replyTo).toMatchObject([{ address: 'help@quill.example' }])
    expect(got?.mail.html).toContain('>Quill Ventures</p>')
  })

  it('carry its logo along, fetch nothing, and have its name for readers without pictures', async () => {
    const bytes = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer()
    const logo = await storePicture(stack.frame, bytes, 'logo', {
      ...stack.people.admin,
      accountId: stack.people.admin.id,
    })
    await change({ logo })
    const { got, mailId } = await send()
    expect(got?.mail.html).toMatch(/<img [^>]*src="cid:logo@rostrum" alt="Quill Ventures"/)
    expect(got?.mail.html).not.toMatch(/src="https?:/)
    const [picture] = got?.mail.attachments ?? []
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline', contentId: '<logo@rostrum>' })
    const shown = await stack.as('superadmin').getMail({ id: mailId })
    expect(shown.html).toContain('src="data:image/png;base64,')
    await change({ logo: null })
  })

  it('let no name of an organization, title, or person become a header', async () => {
    const evil = 'Quill\r\nBcc: evil@evil.example\r\n\r\n<script>\u2028"x" <a@evil.example>,'
    await change({ name: evil, supportEmail: null })
    const { got } = await send(letter('en', { subject: evil, paragraphs: [evil], footer: [evil] }))
    expect(got?.to).toHaveLength(1)
    expect(got?.mail.bcc).toBeUndefined()
    expect(got?.mail.from?.address).toBe('no-reply@pitch.example')
    expect(got?.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(got?.mail.html).not.toContain('<script>')
    await change({ name: 'Quill Ventures' })
  })

  it('are the console’s own where there is no organization', async () => {
    const { got } = await send({ organisationId: null, kind: 'registrationCode' })
    expect(got?.mail.from).toEqual({ name: 'Rostrum', address: 'no-reply@pitch.example' })
  })
})

it('a page has a form for dark and for narrow screens, and no width of its own', () => {
  const { html } = mailPage({ language: 'en', title: 'T', paragraphs: ['P'], footer: ['F'] })
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)/)
  expect(html).toMatch(/@media \(max-width:480px\)/)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html.match(/\bwidth="\d+"/g)).toBeNull()
})

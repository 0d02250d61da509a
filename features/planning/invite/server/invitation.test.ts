import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { updateOrganisation } from '#features/core/organisation/server/queries.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { carried } from '#features/notify/mail/server/pictures.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { pageKey } from '#features/room/deck/server/keys.ts'
import { deckFile, deckPage } from '#features/room/deck/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { inviteJobs } from './jobs.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack({ PUBLIC_URL: 'https://pitch.example' })
})
afterAll(() => stack.stop())
const presenter = () => stack.as('presenter')

/** A pitch whose deck has one page. */
async function withDeck(more: object = {}) {
  const made = await stack.create('presenter', more)
  const { id: uploadedBy, organisationId } = stack.people.presenter
  const file = {
    organisationId,
    pitchId: made.id,
    uploadedBy,
    name: 'deck.pdf',
    type: 'pdf',
    size: 1,
    pages: 1,
  } as const
  const [row] = await stack.db
    .insert(deckFile)
    .values({ ...file, status: 'ready' })
    .returning()
  const fileId = row?.id ?? ''
  const key = crypto.randomUUID().replaceAll('-', '').slice(0, 22)
  await stack.db.insert(deckPage).values({ fileId, number: 1, key, width: 960, height: 540, text: '' })
  const picture = await sharp({ create: { width: 960, height: 540, channels: 3, background: '#0a5' } })
    .jpeg()
    .toBuffer()
  await stack.frame.storage.put(pageKey(fileId, key, 'medium'), picture)
  return made
}
const preview = (uuid: string, language: 'en' | 'zh-Hans' | 'zh-Hant' = 'en') =>
  presenter().getInvitationPreview({ uuid, language })
const invite = async (uuid: string, email: string) => {
  await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email }] })
  return (await stack.mailsTo(email)).at(-1)
}

describe('an invitation', () => {
  it('shows the first slide only if the presenter allows it, and carries it along', async () => {
    const { uuid } = await withDeck()
    expect(await preview(uuid)).toMatchObject({ slide: false, has_slide: true })
    const without = await invite(uuid, 'without@slide.test')
    expect(without?.html).not.toContain('cid:slide')
    await presenter().updateInvitationSlide({ uuid, show: true })
    const shown = await preview(uuid)
    expect(shown.slide).toBe(true)
    expect(shown.html).toContain('src="data:image/jpeg;base64,')
    const mail = await invite(uuid, 'with@slide.test')
    expect(mail?.html).toContain('src="cid:slide@rostrum"')
    const { html, pictures } = await carried(stack.frame, mail?.html ?? '', mail?.pictures ?? {})
    expect(html).not.toMatch(/src="https?:/)
    expect(pictures).toMatchObject([{ cid: 'slide@rostrum', type: 'image/jpeg', filename: 'slide.jpg' }])
    // of a picture that is gone nothing is left in the email
    expect((await carried(stack.frame, mail?.html ?? '', { slide: 'decks/gone' })).html).not.toContain('<img')
    expect(await stack.actionsOn(uuid)).toContain('pitch.invitationSlide')
  })

  it('shows no slide and no logo to a reader who may not know the company', async () => {
    const hidden = { company_disclosure: 'team', obfuscated_company_name: 'Project Quay', company_name: 'Acme' }
    const { uuid } = await withDeck({ ...hidden, presentation_name: 'Seed round' })
    await presenter().updateInvitationSlide({ uuid, show: true })
    expect((await preview(uuid)).html).not.toContain('<img')
    const mail = await invite(uuid, 'stranger@slide.test')
    expect(mail?.html).not.toContain('cid:slide')
    expect(mail?.pictures).toEqual({})
  })

  it('says the time of the reader’s zone first, and the presenter’s beside it', async () => {
    const { uuid } = await stack.create('presenter')
    const { id, email } = stack.people.investor
    await stack.db.update(account).set({ preferredTimezone: 'Asia/Shanghai' }).where(eq(account.id, id))
    const text = (await invite(uuid, email))?.text ?? ''
    expect(text).toMatch(/Starts: .*11:00 PM \(China/)
    expect(text).toMatch(/Presenter’s time: .*10:00 AM \(Eastern/)
    expect(text.indexOf('China')).toBeLessThan(text.indexOf('Eastern'))
    // no one knows where a new address reads
    const other = (await invite(uuid, 'new@zone.test'))?.text ?? ''
    expect(other).toMatch(/Starts: .*10:00 AM \(Eastern/)
    expect(other).not.toContain('Presenter’s time')
  })

  it('greets a reader by the name of their account where the invitation has none', async () => {
    const { uuid } = await stack.create('presenter')
    const email = 'nameless@greeting.test'
    expect((await invite(uuid, email))?.text).toMatch(/Hello,/)
    const [row] = await stack.db.select().from(attendee).where(eq(attendee.email, email))
    const { id, accountId, pitchId } = row ?? { id: '', accountId: '', pitchId: 0 }
    await stack.db.update(account).set({ firstname: 'Ines', lastname: 'Vale' }).where(eq(account.id, accountId))
    await inviteJobs.mailAttendees({ pitchId, mail: 'renewal', attendeeIds: [id], batch: 'again' }, stack.frame)
    const mails = await stack.mailsTo(email)
    expect(mails.map(({ text }) => /Hello.*,/.exec(text)?.[0])).toEqual(['Hello,', 'Hello Ines Vale,'])
  })

  it('has the usual calendars, the question, and the way out', async () => {
    const { uuid } = await stack.create('presenter')
    const mail = await invite(uuid, 'calendars@slide.test')
    for (const words of [mail?.text, mail?.html?.replaceAll('&amp;', '&')]) {
      expect(words).toContain('https://calendar.google.com/calendar/render?action=TEMPLATE')
      expect(words).toContain('https://outlook.live.com/calendar/')
      expect(words).toContain('Will you attend?')
      expect(words).toContain('/email/preferences#')
    }
    // a calendar elsewhere learns no link of a person
    for (const url of mail?.text.match(/https:\/\/(?:calendar|outlook)\S+/g) ?? [])
      expect(url).not.toContain('access_token')
  })
})

describe('getInvitationPreview', () => {
  it('is the invitation in the language that is asked for, writes nothing, and opens nothing', async () => {
    const { uuid } = await stack.create('presenter', { about: 'Cranes that see' })
    const written = () => stack.db.$count(mailMessage, eq(mailMessage.kind, 'pitchInvitation'))
    const before = await written()
    for (const [language, words] of [
      ['en', 'Invitation: Seed round of Acme'],
      ['zh-Hans', '邀请'],
      ['zh-Hant', '邀請'],
    ] as const) {
      const { subject, html, text, sender } = await preview(uuid, language)
      expect(subject).toContain(words)
      expect(html).toContain(`<html lang="${language}">`)
      expect(text).toContain('Cranes that see')
      expect(sender).toBe('Quill Ventures')
      expect(`${html}${text}`).not.toMatch(/access_token=[\w-]{43}/)
    }
    expect(await written()).toBe(before)
  })

  it('is for the pitch’s team, and its picture for who may change the pitch', async () => {
    const { uuid } = await stack.create('presenter')
    const others = [
      stack.as('member').getInvitationPreview({ uuid, language: 'en' }),
      stack.as('lumenAdmin').updateInvitationSlide({ uuid, show: true }),
    ]
    expect((await outcomesOf(others)).sort()).toEqual(['NotAllowed', 'PitchNotFound'])
    await stack.as('pitchadmin').updatePitchLockStatus({ uuid, is_locked: true })
    expect(await outcomesOf([presenter().updateInvitationSlide({ uuid, show: true })])).toEqual(['PitchLocked'])
  })

  it('has the sender and the color that the organization has chosen', async () => {
    const { uuid } = await stack.create('presenter')
    await stack.as('admin').updateOrganisationSettings({ mail_sender: 'Quill Deals', mail_color: '#c8102e' })
    const { sender, html } = await preview(uuid)
    expect(sender).toBe('Quill Deals')
    expect(html).toContain('background:#c8102e')
    await expect(stack.as('admin').updateOrganisationSettings({ mail_color: 'red;}' })).rejects.toMatchObject({
      code: 'InputInvalid',
    })
    await stack.db.transaction(db =>
      updateOrganisation(db, stack.people.admin.organisationId, { mailSender: null, mailColor: null }),
    )
  })
})

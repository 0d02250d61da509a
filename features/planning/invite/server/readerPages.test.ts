import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { languages } from '#contract/fields.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { previewKinds } from '#features/notify/mail/kinds.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack({ PUBLIC_URL: 'https://pitch.example' })
})
afterAll(() => stack.stop())

const nobody = () => stack.withToken(undefined)
const invited = async (email: string, more: object = {}) => {
  const made = await stack.create('presenter', { attendees_arr: [{ email }], ...more })
  const mails = await mailed(email)
  return { ...made, mail: mails.find(({ text }) => text.includes(made.uuid)) }
}
/** What was emailed to an address, once all jobs are done. */
async function mailed(email: string) {
  const waiting = sql`select 1 from graphile_worker.jobs where task_identifier in ('renewLinks', 'mailAttendees', 'mailStaff')`
  await vi.waitFor(async () => expect((await stack.db.execute(waiting)).rowCount).toBe(0), { timeout: 20_000 })
  return stack.db.select().from(mailMessage).where(eq(mailMessage.recipient, email))
}
const unfolded = (ics: string) => ics.replace(/\r?\n[ \t]/g, '')

describe('getPitchCalendar', () => {
  it('[ROUTE-070] has the UID and the sequence of the mails, so that one entry stays one, and no link of a person', async () => {
    const { uuid, mail } = await invited('ada@guest.test', { is_public: true })
    const { ics, url } = await nobody().getPitchCalendar({ uuid })
    const same = (name: string) => new RegExp(`^${name}:(.*)$`, 'm')
    for (const name of ['UID', 'SEQUENCE', 'DTSTART', 'DTEND', 'SUMMARY'])
      expect(same(name).exec(unfolded(ics))?.[1], name).toBe(same(name).exec(unfolded(mail?.calendar ?? ''))?.[1])
    expect(ics).toMatch(/METHOD:PUBLISH/)
    expect(unfolded(ics)).not.toMatch(/access_token|ATTENDEE/)
    expect(url).toBe(`https://pitch.example/join-session/${uuid}`)
  })

  it('tells a stranger of a private pitch no more than of one that never was', async () => {
    const { uuid, mail } = await invited('ada@guest.test')
    const other = '00000000-0000-4000-8000-000000000000'
    for (const asked of [uuid, other])
      await expect(nobody().getPitchCalendar({ uuid: asked })).rejects.toMatchObject({ code: 'PitchNotFound' })
    await expect(stack.as('lumenAdmin').getPitchCalendar({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
    const { access_token } = await nobody().exchangeJoinLink({ uuid, access_token: stack.tokenIn(mail) })
    expect(await stack.withToken(access_token).getPitchCalendar({ uuid })).toMatchObject({
      title: 'Seed round of Acme',
    })
  })

  it('says of a public pitch whose company is hidden what stands for it, and to the invited who it is', async () => {
    const hidden = { company_disclosure: 'invited', company_name: 'Acme', about: 'Acme builds anvils' } as const
    const stands = { obfuscated_company_name: 'Project Quay', obfuscated_description: 'A maker of tools' }
    const { uuid } = await stack.create('presenter', {
      ...{ presentation_name: 'Seed round', is_public: true, ...hidden, ...stands },
      attendees_arr: [{ email: stack.people.investor.email, firstname: '', lastname: '' }],
    })
    const said = async (by: { getPitchCalendar: ReturnType<typeof nobody>['getPitchCalendar'] }) =>
      unfolded((await by.getPitchCalendar({ uuid })).ics)
    for (const stranger of [nobody(), stack.as('lumenAdmin')]) {
      expect(await said(stranger)).toContain('A maker of tools')
      expect(await said(stranger)).not.toMatch(/Acme|anvils/)
    }
    expect(await said(stack.as('investor'))).toContain('Acme builds anvils')
  })
})

describe('sendJoinLinks', () => {
  it('[ROUTE-068] mails new links of coming pitches to an invited address, and answers every address the same', async () => {
    const { uuid } = await invited('lost@guest.test')
    const before = (await mailed('lost@guest.test')).length
    for (const email of ['Lost@guest.test', 'nobody@guest.test', stack.people.investor.email])
      expect(await nobody().sendJoinLinks({ email })).toEqual({})
    const mails = await mailed('lost@guest.test')
    expect(mails).toHaveLength(before + 1)
    const last = mails.find(({ kind }) => kind === 'pitchLink')
    expect(last?.text).toContain(`/join-session/${uuid}?access_token=`)
    expect(await mailed('nobody@guest.test')).toEqual([])
  })

  it('mails nothing of a pitch that is over, deleted, or shut to its invitee, and no mailbox more than it bears', async () => {
    const over = await invited('late@guest.test')
    await stack.db
      .update(pitch)
      .set({ endsAt: new Date(0) })
      .where(eq(pitch.uuid, over.uuid))
    const shut = await invited('late@guest.test')
    const { items } = await stack.as('presenter').getPitchAttendeeList({ uuid: shut.uuid })
    await stack
      .as('presenter')
      .setJoinLinkDisabled({ uuid: shut.uuid, attendee_id: items[0]?.id ?? '', disabled: true })
    await stack.db.delete(mailMessage).where(eq(mailMessage.recipient, 'late@guest.test'))
    for (let n = 0; n < 5; n++) await nobody().sendJoinLinks({ email: 'late@guest.test' })
    expect(await mailed('late@guest.test')).toEqual([])
    await expect(nobody().sendJoinLinks({ email: 'LATE@guest.test' })).rejects.toMatchObject({
      code: 'TooManyRequests',
    })
  })
})

describe('getViewInBrowserData', () => {
  const codeIn = (text = '') => /\/(?:view-in-browser\/all-in-one|email\/presenter)#([\w-]{43})/.exec(text)?.[1] ?? ''

  it('[ROUTE-061, ROUTE-062] says how the pitch of a mail stands now, and where its reader joins', async () => {
    const { uuid, mail } = await invited('seen@guest.test')
    const code = codeIn(mail?.text)
    const seen = async () => (await nobody().getViewInBrowserData({ code })).pitch
    expect(await seen()).toMatchObject({ uuid, status: 0, url: expect.stringContaining(`${uuid}?access_token=`) })
    await stack.db.update(pitch).set({ state: 'inProgress' }).where(eq(pitch.uuid, uuid))
    expect(await seen()).toMatchObject({ status: 2 })
    await stack.db.update(pitch).set({ deletedAt: sql`now()` }).where(eq(pitch.uuid, uuid))
    expect(await seen()).toBeUndefined()
  })

  it('[ROUTE-060] leads presenters to a page of their own', async () => {
    await stack.create('presenter')
    const mails = await mailed(stack.people.presenter.email)
    const text = mails.find(({ kind }) => kind === 'pitchAppointment')?.text
    expect(text).toMatch(/https:\/\/pitch\.example\/email\/presenter#[\w-]{43}/)
    expect((await nobody().getViewInBrowserData({ code: codeIn(text) })).pitch?.url).toContain('/pitches/view/')
  })
})

it.each(languages)('[ROUTE-058] getMailPreview writes every kind of mail in %s, and sends none', async language => {
  await mailed('')
  const before = await stack.db.$count(mailMessage)
  for (const kind of previewKinds) {
    const { subject, html, text } = await stack.as('useradmin').getMailPreview({ kind, language })
    for (const words of [subject, html, text]) {
      expect(words.length, kind).toBeGreaterThan(5)
      expect(words, kind).not.toMatch(/\{\{|undefined|\[object|NaN/)
    }
    expect(html).toContain(`<html lang="${language}"`)
  }
  expect(await stack.db.$count(mailMessage)).toBe(before)
})

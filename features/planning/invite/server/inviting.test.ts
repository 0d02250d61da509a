import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { joinLink } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack({ PUBLIC_URL: 'https://pitch.example.com' })
})
afterAll(() => stack.stop())

const presenter = () => stack.as('presenter')
const invite = (uuid: string, ...emails: string[]) =>
  presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: emails.map(email => ({ email })) })
const list = async (uuid: string, input: object = {}) => presenter().getPitchAttendeeList({ uuid, ...input })

describe('invitePitchByManuallyContacts', () => {
  it('[CALL-035, PROD-014, STATE-006] invites by e-mail address, and the pitch is delivered', async () => {
    const { uuid } = await stack.create('presenter')
    expect(await presenter().getPitchDetail({ uuid })).toMatchObject({ state: 'scheduled', attendees: 0 })
    const person = { email: ' Ada@Guest.test', firstname: 'Ada', lastname: 'Guest' }
    const answer = await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [person] })
    expect(answer).toEqual({ invited: 1, known: 0, suppressed: 0 })
    expect(await presenter().getPitchDetail({ uuid })).toMatchObject({ state: 'delivered', status: 0, attendees: 1 })
    const [mail] = await stack.mailsTo('ada@guest.test')
    expect(mail).toMatchObject({ kind: 'pitchInvitation', subject: 'Invitation: Seed round of Acme' })
    const link = new RegExp(`https://pitch\\.example\\.com/join-session/${uuid}\\?access_token=[\\w-]{43}`)
    expect(mail?.text).toMatch(link)
    expect(mail?.html).toMatch(link)
    expect(mail?.text).toMatch(/Hello Ada Guest/)
    expect(mail?.text).toMatch(/Starts: \w+day, .+ at 10:00 AM \(Eastern Time, UTC−0[45]:00\)/)
  })

  it('[ENT-039] writes a Chinese name with the family name first, and finds it so', async () => {
    const { uuid } = await stack.create('presenter')
    const person = { email: 'lin@x.test', firstname: '美玲', lastname: '林', language: 'zh-Hant' as const }
    await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [person, { email: 'other@x.test' }] })
    expect((await stack.mailsTo('lin@x.test'))[0]?.text).toContain('林美玲')
    for (const name of ['林美玲', '美玲 林'])
      expect((await list(uuid, { name })).items.map(({ email }) => email)).toEqual(['lin@x.test'])
  })

  it('says what the pitch is about, and leads to an entry for the reader’s calendar', async () => {
    const { uuid } = await stack.create('presenter', { about: 'Cranes <b>that see</b>', highlights: '14 ports' })
    await invite(uuid, 'reads@x.test')
    const [mail] = await stack.mailsTo('reads@x.test')
    expect(mail?.text).toContain('About the company\nCranes <b>that see</b>\n\nHighlights\n14 ports')
    expect(mail?.html).toContain('Cranes &lt;b&gt;that see&lt;/b&gt;')
    const link = `https://pitch.example.com/save-to-calendar/${uuid}#${stack.tokenIn(mail)}`
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain(link)
  })

  it('sends a calendar entry with the link, in UTC, with the pitch as its UID', async () => {
    const { uuid } = await stack.create('presenter', { about: 'Anvils; rockets, traps' })
    await invite(uuid, 'calendar@x.test')
    const [mail] = await stack.mailsTo('calendar@x.test')
    const calendar = (mail?.calendar ?? '').replaceAll('\r\n ', '')
    const { start_date_raw } = await presenter().getPitchDetail({ uuid })
    const stamp = start_date_raw.replace(/[-:]|\.000/g, '')
    for (const part of [
      'METHOD:REQUEST',
      `UID:${uuid}@pitch.example.com`,
      'SEQUENCE:0',
      `DTSTART:${stamp}`,
      'SUMMARY:Seed round of Acme',
      'mailto:calendar@x.test',
      `/join-session/${uuid}?access_token=${stack.tokenIn(mail)}`,
    ])
      expect(calendar.toLowerCase()).toContain(part.toLowerCase())
  })

  it("writes to each in their language: their account's, the one that is named, else the inviter's", async () => {
    await stack.db.update(account).set({ language: 'zh-Hans' }).where(eq(account.id, stack.people.investor.id))
    const { uuid } = await stack.create('presenter')
    await presenter().invitePitchByManuallyContacts({
      uuid,
      attendees_arr: [
        { email: stack.people.investor.email },
        { email: 'hk@x.test', language: 'zh-Hant' },
        { email: 'en@x.test' },
      ],
    })
    const subject = async (email: string) => (await stack.mailsTo(email))[0]?.subject
    expect(await subject(stack.people.investor.email)).toBe('邀请：Seed round of Acme')
    expect(await subject('hk@x.test')).toBe('邀請：Seed round of Acme')
    expect(await subject('en@x.test')).toBe('Invitation: Seed round of Acme')
    const [chinese] = await stack.mailsTo('hk@x.test')
    expect(chinese?.html).toContain('lang="zh-Hant"')
    expect(chinese?.text).toContain('上午10:00')
  })

  it('[ERR-049] refuses one address twice, in any case, and then invites no address at all', async () => {
    const { uuid } = await stack.create('presenter')
    await expect(invite(uuid, 'one@x.test', 'two@x.test', 'ONE@x.test')).rejects.toMatchObject({ code: 'EmailTwice' })
    expect((await list(uuid)).total).toBe(0)
  })

  it('leaves existing attendees as they are, and says how many', async () => {
    const { uuid } = await stack.create('presenter')
    await invite(uuid, 'known@x.test')
    expect(await invite(uuid, 'known@x.test', 'new@x.test')).toEqual({ invited: 1, known: 1, suppressed: 0 })
    await stack.mailsTo('new@x.test')
    expect(await stack.mailsTo('known@x.test')).toHaveLength(1)
  })

  it('invites an attendee once when two requests race', async () => {
    const { uuid } = await stack.create('presenter')
    const both = await Promise.all([
      invite(uuid, 'race@x.test', 'a@race.test'),
      invite(uuid, 'a@race.test', 'race@x.test'),
    ])
    expect(both.map(one => one.invited).sort()).toEqual([0, 2])
    await stack.mailsTo('race@x.test')
    await stack.mailsTo('a@race.test')
    expect((await list(uuid)).total).toBe(2)
    expect(await stack.mailsTo('race@x.test')).toHaveLength(1)
  })

  it('invites while the pitch is live, and refuses when it is over', async () => {
    const { id, uuid } = await stack.create('presenter')
    await stack.take(id, 'start')
    expect(await invite(uuid, 'late@x.test')).toEqual({ invited: 1, known: 0, suppressed: 0 })
    expect(await presenter().getPitchDetail({ uuid })).toMatchObject({ status: 2 })
    await stack.take(id, 'end')
    await expect(invite(uuid, 'later@x.test')).rejects.toMatchObject({ code: 'PitchStateForbids' })
  })

  it('[RULE-041, RULE-042] requires at least one person, each with an address', async () => {
    const { uuid } = await stack.create('presenter')
    const headers = { authorization: `Bearer ${stack.people.presenter.token}` }
    for (const attendees_arr of [
      '',
      '[]',
      '{}',
      'null',
      'x',
      '[null]',
      '[{}]',
      '[{"email":""}]',
      '[{"email":"no"}]',
      '[["a@b.test"]]',
    ]) {
      const { body } = await rawCall(stack.app, 'invitePitchByManuallyContacts', { uuid, attendees_arr }, { headers })
      expect([attendees_arr, body.error]).toEqual([attendees_arr, 'InputInvalid'])
    }
    const tooMany = Array.from({ length: 5001 }, (_, n) => `p${n}@x.test`)
    await expect(invite(uuid, ...tooMany)).rejects.toMatchObject({ code: 'InputInvalid' })
  })

  it('keeps line breaks out of subjects, and script tags out of the html', async () => {
    const script = '<img src=x onerror=alert(1)>'
    const { uuid } = await stack.create('presenter', { presentation_name: script, presenter_name: script })
    await presenter().invitePitchByManuallyContacts({
      uuid,
      attendees_arr: [{ email: 'xss@x.test', firstname: script, lastname: script }],
    })
    const [mail] = await stack.mailsTo('xss@x.test')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    const [item] = (await list(uuid)).items
    expect(item).toMatchObject({ firstname: script, lastname: script })
  })

  it('does not mail an attendee whose account is disabled', async () => {
    await stack.db.update(account).set({ state: 'disabled' }).where(eq(account.id, stack.people.member.id))
    const { uuid } = await stack.create('presenter')
    await invite(uuid, stack.people.member.email, 'after@x.test')
    await stack.mailsTo('after@x.test')
    const { items } = await list(uuid, { name: stack.people.member.email })
    expect(items[0]).toMatchObject({ delivery: 'none', invited_at: null })
  })

  it('invites 500 people in one call', async () => {
    const { uuid } = await stack.create('presenter')
    const emails = Array.from({ length: 500 }, (_, n) => `crowd${n}@x.test`)
    expect(await invite(uuid, ...emails)).toEqual({ invited: 500, known: 0, suppressed: 0 })
    await Promise.all(['crowd0@x.test', 'crowd499@x.test'].map(email => stack.mailsTo(email)))
    const page = await list(uuid, { page: 3, limit: 200 })
    expect([page.total, page.items.length]).toEqual([500, 100])
  })
})

/** As if the last invitation had gone out a minute ago. */
const longAgo = (id = '') =>
  stack.db
    .update(attendee)
    .set({ invitedAt: new Date(Date.now() - 60_000) })
    .where(eq(attendee.id, id))

describe('invitePitch', () => {
  it('mails no attendee twice within a moment, however many requests race', async () => {
    const { uuid } = await stack.create('presenter')
    await invite(uuid, 'flooded@x.test')
    const { items } = await list(uuid)
    const ask = () => presenter().invitePitch({ uuid, invite_ids: [items[0]?.id ?? ''] })
    await expect(ask()).rejects.toMatchObject({ code: 'TooManyRequests' })
    await longAgo(items[0]?.id)
    const raced = await Promise.allSettled([1, 2, 3, 4, 5].map(ask))
    expect(raced.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect(await stack.mailsTo('flooded@x.test', 2)).toHaveLength(2)
  })

  it('[CALL-034] mails attendees again, each with a new link; the old one still works', async () => {
    const { uuid } = await stack.create('presenter')
    await invite(uuid, 'again@x.test', 'not-again@x.test')
    await stack.mailsTo('again@x.test')
    const { items } = await list(uuid, { name: 'again@x.test' })
    const again = items.find(item => item.email === 'again@x.test')
    await longAgo(again?.id)
    expect(await presenter().invitePitch({ uuid, invite_ids: [again?.id ?? '', again?.id ?? ''] })).toEqual({
      invited: 1,
      suppressed: 0,
    })
    const mails = await stack.mailsTo('again@x.test', 2)
    const tokens = mails.map(stack.tokenIn)
    expect(new Set(tokens).size).toBe(2)
    for (const access_token of tokens) await stack.as('nobody').exchangeJoinLink({ uuid, access_token })
    expect(await stack.mailsTo('not-again@x.test')).toHaveLength(1)
  })

  it('refuses ids of another pitch, unknown ids, and attendees whose links are off', async () => {
    const mine = await stack.create('presenter', { attendees_arr: [{ email: 'mine@x.test' }] })
    const other = await stack.create('presenter', { attendees_arr: [{ email: 'other@x.test' }] })
    const [attendeeHere] = (await list(mine.uuid)).items
    const [attendeeThere] = (await list(other.uuid)).items
    const refused = { code: 'AttendeeNotFound' }
    const here = attendeeHere?.id ?? ''
    for (const invite_ids of [[attendeeThere?.id ?? ''], [here, attendeeThere?.id ?? ''], [stack.people.investor.id]])
      await expect(presenter().invitePitch({ uuid: mine.uuid, invite_ids })).rejects.toMatchObject(refused)
    await presenter().setJoinLinkDisabled({ uuid: mine.uuid, attendee_id: here, disabled: true })
    await expect(presenter().invitePitch({ uuid: mine.uuid, invite_ids: [here] })).rejects.toMatchObject(refused)
    await expect(presenter().invitePitch({ uuid: mine.uuid, invite_ids: [] })).rejects.toMatchObject({
      code: 'InputInvalid',
    })
  })
})

describe('getPitchAttendeeList', () => {
  it('shows the state of the mail to each person, and why it failed', async () => {
    const { uuid } = await stack.create('presenter')
    await invite(uuid, 'kept@x.test', 'failed@x.test')
    await stack.mailsTo('kept@x.test')
    const [failing] = await stack.mailsTo('failed@x.test')
    await stack.db
      .update(mailMessage)
      .set({ state: 'failed', failure: '550 no such mailbox' })
      .where(eq(mailMessage.id, failing?.id ?? ''))
    const { items } = await list(uuid)
    const of = (email: string) => items.find(item => item.email === email)
    // Without SMTP an email is kept in the outbox for the super admin to read.
    expect(of('kept@x.test')).toMatchObject({ delivery: 'kept', failure: null, joined_at: null, disabled: false })
    expect(of('failed@x.test')).toMatchObject({ delivery: 'failed', failure: '550 no such mailbox' })
  })

  it('shows who gets no mail and why, and inviting says how many those are', async () => {
    const { uuid } = await stack.create('presenter')
    await stack.as('admin').addSuppression({ kind: 'unsubscribe', address: 'left@x.test' })
    await stack.as('admin').addSuppression({ kind: 'blocks', address: '@shut.test' })
    const all = ['Left@x.test', 'any@shut.test', 'open@x.test']
    const asked = { uuid, attendees_arr: all.map(email => ({ email })) }
    expect(await presenter().invitePitchByManuallyContacts(asked)).toEqual({ invited: 3, known: 0, suppressed: 2 })
    for (const email of all) await stack.mailsTo(email.toLowerCase())
    const { items } = await list(uuid)
    expect(items.map(({ email, delivery, held_by }) => [email, delivery, held_by]).sort()).toEqual([
      ['any@shut.test', 'suppressed', 'blocks'],
      ['left@x.test', 'suppressed', 'unsubscribe'],
      ['open@x.test', 'kept', null],
    ])
    // a link that its reader has asked for themself still goes
    const left = items.find(({ email }) => email === 'left@x.test')
    expect(await stack.as('presenter').createJoinLink({ uuid, attendee_id: left?.id ?? '' })).toMatchObject({
      link: expect.stringContaining(uuid),
    })
  })

  it('finds by name and address, and takes SQL and wildcards as text', async () => {
    const attendees_arr = [{ email: 'needle@x.test', firstname: 'Nora', lastname: 'Needle' }, { email: 'hay@x.test' }]
    const { uuid } = await stack.create('presenter', { attendees_arr })
    const found = async (name: string) => (await list(uuid, { name })).items.map(item => item.email)
    expect(await found('nora need')).toEqual(['needle@x.test'])
    expect(await found('HAY@')).toEqual(['hay@x.test'])
    for (const name of ['%', '_', "' or 1=1 --", '\\']) expect(await found(name)).toEqual([])
  })

  it('keeps only a hash of a join link', async () => {
    const { uuid } = await stack.create('presenter', { attendees_arr: [{ email: 'hashed@x.test' }] })
    const token = stack.tokenIn((await stack.mailsTo('hashed@x.test'))[0])
    expect(token).toHaveLength(43)
    const links = await stack.db
      .select({ link: joinLink })
      .from(joinLink)
      .innerJoin(attendee, eq(attendee.id, joinLink.attendeeId))
      .where(eq(attendee.email, 'hashed@x.test'))
    expect(links).toHaveLength(1)
    expect(JSON.stringify(links)).not.toContain(token)
    expect(JSON.stringify(await list(uuid))).not.toContain(token)
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { ticket } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ SUPPORT_EMAIL: 'help@rostrum.test' })
})
afterAll(() => stack.stop())

const ask = (by: PersonName, description: string) => stack.as(by).sendHelpInfo({ description })
const idOf = async (number: number) =>
  (await stack.db.select().from(ticket).where(eq(ticket.number, number)))[0]?.id ?? ''
const unreadOf = async (name: PersonName) => (await stack.as(name).getNoticeList({})).items[0]

describe('#sendHelpInfo', () => {
  it('[PROD-051, CALL-169, CALL-172] opens a numbered ticket and mails support who asks, when, and what', async () => {
    const { number } = await ask('presenter', 'My camera is black.\n\nWhat now?')
    expect(number).toBeGreaterThan(1000)
    const [mail] = await mailsTo(stack.db, 'help@rostrum.test')
    expect(mail).toMatchObject({ kind: 'supportQuestion', subject: `Support request #${number} from Paul Presenter` })
    for (const said of ['Paul Presenter', 'presenter@quill.test', 'My camera is black.', 'Quill Ventures']) {
      expect(mail?.html).toContain(said)
      expect(mail?.text).toContain(said)
    }
    expect(mail?.text).toMatch(/Date: [A-Z][a-z]{2} \d{1,2}, \d{4}\n/)
    expect(mail?.text).toMatch(/Time: \d{1,2}:\d\d [AP]M E[SD]T/)
    expect(mail?.text).toContain(`/support/tickets?ticket=${number}`)
  })

  it('mails the sender a receipt, and notifies the admins of the organisation alone', async () => {
    const [receipt] = await mailsTo(stack.db, 'presenter@quill.test', 'ticketReceipt')
    expect(receipt?.subject).toMatch(/^We received your request #\d+$/)
    expect(receipt?.text).toContain('My camera is black.')
    expect(await unreadOf('admin')).toMatchObject({
      title: expect.stringMatching(/^New support request #/),
      is_read: 0,
    })
    expect(await unreadOf('superadmin')).toBeDefined()
    expect(await unreadOf('lumenAdmin')).toBeUndefined()
    expect(await unreadOf('presenter')).toBeUndefined()
  })

  it('[RULE-092, ERR-068] refuses HTML, and [RULE-107] an empty question, which the shell does not check', async () => {
    const refused = (description: string) => ask('presenter', description).catch(failure => failure)
    expect(await refused('<b>Help</b>')).toMatchObject({ code: 'InputInvalid', fields: { description: 'html' } })
    expect(await refused('  ')).toMatchObject({ code: 'InputInvalid', fields: { description: 'required' } })
    expect(await refused('x'.repeat(4001))).toMatchObject({ code: 'InputInvalid' })
  })

  it('goes to the address of the organisation where it has one', async () => {
    const { organisationId } = stack.people.admin
    await stack.db
      .update(organisation)
      .set({ supportEmail: 'own@quill.test' })
      .where(eq(organisation.id, organisationId))
    await ask('investor', 'Where do I commit?')
    expect(await mailsTo(stack.db, 'own@quill.test')).toHaveLength(1)
    await stack.db.update(organisation).set({ supportEmail: null }).where(eq(organisation.id, organisationId))
  })

  it('says in every mail where a reply goes, and sends it to an address that is read', async () => {
    const { number } = await ask('secondInvestor', 'How do I change my picture?')
    const newest = async (to: string) =>
      (await mailsTo(stack.db, to)).find(({ subject }) => subject.includes(`#${number}`))
    const question = await newest('help@rostrum.test')
    expect(question?.replyTo).toBe('secondinvestor@quill.test')
    expect(question?.text).toContain('A reply to this email goes to secondinvestor@quill.test')
    await stack.as('admin').answerTicket({ ticket_id: await idOf(number), content: 'On your profile.' })
    for (const kind of ['ticketReceipt', 'ticketAnswer']) {
      const [mail] = await mailsTo(stack.db, 'secondinvestor@quill.test', kind)
      expect(mail?.replyTo, kind).toBe('help@rostrum.test')
      expect(mail?.text, kind).toContain('goes to help@rostrum.test and isn’t kept with your request')
      expect(mail?.text, kind).toContain(`/help?ticket=${number}`)
    }
    // of a visitor, who has nowhere else to go on
    await stack.as('nobody').createVisitorTicket({ name: 'Vic', email: 'vic@new.test', content: 'May I join?' })
    const [receipt] = await mailsTo(stack.db, 'vic@new.test', 'ticketReceipt')
    expect(receipt).toMatchObject({
      replyTo: 'help@rostrum.test',
      text: expect.stringContaining('To follow up, reply to this email.'),
    })
  })

  it('does not ask for replies where no address for questions is configured', async () => {
    const silent = await startStack()
    const { number } = await silent.as('investor').sendHelpInfo({ description: '谁会读到？' })
    const [row] = await silent.db.select().from(ticket).where(eq(ticket.number, number))
    await silent.as('admin').answerTicket({ ticket_id: row?.id ?? '', content: 'I do.' })
    for (const kind of ['ticketReceipt', 'ticketAnswer']) {
      const [mail] = await mailsTo(silent.db, 'investor@quill.test', kind)
      expect(mail, kind).toMatchObject({ replyTo: null })
      expect(mail?.text, kind).toContain('This mailbox isn’t monitored.')
    }
    await silent.stop()
  })

  it('keeps names and texts from becoming headers or elements of the mail', async () => {
    const { id } = stack.people.coHost
    const firstname = 'Eve\r\nBcc: all@quill.test'
    await stack.db.update(account).set({ firstname, lastname: '<script>alert(1)</script>' }).where(eq(account.id, id))
    const { number } = await ask('coHost', 'To: x\nBcc: all@quill.test\n3 < 4 & "quotes"')
    const mails = await mailsTo(stack.db, 'help@rostrum.test')
    const mail = mails.find(({ subject }) => subject.includes(`#${number}`))
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.recipient).toBe('help@rostrum.test')
    expect(mail?.html).not.toContain('<script>')
    expect(mail?.html).toContain('3 &lt; 4 &amp; &quot;quotes&quot;')
  })
})

describe('#createTicket', () => {
  it('[CALL-170, CALL-173] is the same ticket for the same words, and adds how to reach the sender', async () => {
    const { id } = stack.people.member
    const first = await ask('member', 'How do I become accredited?')
    const content = 'How do I become accredited?'
    const second = await stack
      .as('member')
      .createTicket({ content, email: 'max@home.test', phone: id, name: 'Max Member' })
    expect(second.number).toBe(first.number)
    const mine = await stack.as('member').getMyTicketList({})
    expect(mine.items).toMatchObject([
      { number: first.number, state: 'open', contact: 'max@home.test', is_known: true },
    ])
    expect(await mailsTo(stack.db, 'member@quill.test', 'ticketReceipt')).toHaveLength(1)
  })

  it('opens one ticket for two clicks at the same moment', async () => {
    const presenter = stack.as('lumenPresenter')
    const content = 'Twice?'
    const numbers = await Promise.all([1, 2, 3].map(() => presenter.createTicket({ content })))
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(1)
    expect((await presenter.getMyTicketList({})).total).toBe(1)
    expect(await mailsTo(stack.db, 'lumenpresenter@lumen.test', 'ticketReceipt')).toHaveLength(1)
  })

  it('says who asks by itself, whatever the sender says', async () => {
    await stack
      .as('files')
      .createTicket({ content: 'Hello', email: 'sam@quill.test', name: 'Sam Super' })
      .catch(() => {})
    await stack.as('secondInvestor').createTicket({ content: 'Hello', email: 'sam@quill.test', name: 'Sam Super' })
    const [mine] = (await stack.as('secondInvestor').getMyTicketList({})).items
    expect(mine).toMatchObject({
      name: 'Ines Second',
      email: 'secondinvestor@quill.test',
      contact: 'Sam Super, sam@quill.test',
    })
    expect(await mailsTo(stack.db, 'sam@quill.test')).toEqual([])
  })

  it('limits the questions of one asker', async () => {
    const send = (at: number) => stack.as('pitchadmin').createTicket({ content: `Question ${at}` })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => send(at)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})

describe('#createVisitorTicket', () => {
  const visitor = (content: string, email = 'guest@elsewhere.test') =>
    stack.as('nobody').createVisitorTicket({ content, email, name: 'Gus <Guest>', language: 'zh-Hans' })

  it('[CALL-171] needs no sign-in, and mails the given address nothing that was typed', async () => {
    const { number } = await visitor('I cannot sign in. See http://evil.test')
    const [receipt] = await mailsTo(stack.db, 'guest@elsewhere.test')
    expect(receipt?.subject).toBe(`我们已收到您的工单 #${number}`)
    expect(receipt?.text).not.toMatch(/evil|Gus/)
    const [mail] = await mailsTo(stack.db, 'help@rostrum.test')
    expect(mail?.text).toContain('I cannot sign in.')
  })

  it('is seen by superadmins alone, whosever address it names', async () => {
    const { number } = await visitor('I am Ada, let me in', 'admin@quill.test')
    await expect(stack.as('admin').getTicket({ number })).rejects.toThrow('TicketNotFound')
    expect(await stack.as('superadmin').getTicket({ number })).toMatchObject({ is_known: false, org_name: '' })
  })

  it('is limited, as every mail that can be requested without a session', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, at) => visitor(`Again ${at}`, 'flood@elsewhere.test')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(5)
    expect((await mailsTo(stack.db, 'flood@elsewhere.test')).length).toBeLessThanOrEqual(5)
  })

  it('refuses HTML and line breaks where a header could come of them', async () => {
    await expect(visitor('<a href="//evil.test">x</a>')).rejects.toThrow('InputInvalid')
    await expect(visitor('x', 'a@b.test\r\nBcc: c@d.test')).rejects.toThrow('InputInvalid')
    const named = { content: 'x', email: 'a@b.test', name: 'A\r\nBcc: c@d.test' }
    await expect(stack.as('nobody').createVisitorTicket(named)).rejects.toThrow('InputInvalid')
  })
})

describe('#answerTicket', () => {
  it('answers by mail, by a notice and where the sender asked, and going on opens the ticket again', async () => {
    const { number } = await ask('banking', 'x').catch(() => ask('lumenInvestor', 'Which bank?'))
    const ticket_id = await idOf(number)
    await stack.as('lumenAdmin').answerTicket({ ticket_id, content: 'Any <3' })
    const read = await stack.as('lumenInvestor').getTicket({ number })
    expect(read).toMatchObject({
      state: 'answered',
      may_answer: false,
      messages: [{ content: 'Any <3', is_answer: true, name: 'Lara Lumen' }],
    })
    const [mail] = await mailsTo(stack.db, 'lumeninvestor@lumen.test', 'ticketAnswer')
    expect(mail?.html).toContain('Any &lt;3')
    expect(await unreadOf('lumenInvestor')).toMatchObject({
      title: `Your support request #${number} has a reply`,
      op_name: 'Lara Lumen',
    })
    await stack.as('lumenInvestor').addToTicket({ ticket_id, content: 'Thank you' })
    expect((await stack.as('lumenAdmin').getTicket({ number })).state).toBe('open')
    const subjects = (await mailsTo(stack.db, 'help@rostrum.test')).map(({ subject }) => subject)
    expect(subjects).toContain(`New reply from Lia Lumen on request #${number}`)
  })

  it('is for the own organisation, and not for the asker', async () => {
    const [theirs] = (await stack.as('lumenAdmin').getTicketList({})).items
    const ticket_id = theirs?.id ?? ''
    const content = 'No'
    await expect(stack.as('admin').answerTicket({ ticket_id, content })).rejects.toThrow('TicketNotFound')
    await expect(stack.as('admin').getTicket({ number: theirs?.number ?? 0 })).rejects.toThrow('TicketNotFound')
    await expect(stack.as('admin').setTicketClosed({ ticket_id, closed: true })).rejects.toThrow('TicketNotFound')
    await expect(stack.as('admin').addToTicket({ ticket_id, content })).rejects.toThrow('TicketNotFound')
    const names = (await stack.as('admin').getTicketList({ limit: 200 })).items.map(({ org_name }) => org_name)
    expect(new Set(names)).toEqual(new Set(['Quill Ventures']))
    const own = await ask('admin', 'I ask myself')
    await expect(stack.as('admin').answerTicket({ ticket_id: await idOf(own.number), content })).rejects.toThrow()
  })

  it('needs an open ticket', async () => {
    const [one] = (await stack.as('lumenAdmin').getTicketList({ content: 'bank' })).items
    const ticket_id = one?.id ?? ''
    await stack.as('lumenInvestor').setTicketClosed({ ticket_id, closed: true })
    await expect(stack.as('lumenAdmin').answerTicket({ ticket_id, content: 'More' })).rejects.toThrow('TicketClosed')
    await stack.as('lumenAdmin').setTicketClosed({ ticket_id, closed: false })
    await stack.as('lumenAdmin').answerTicket({ ticket_id, content: 'More' })
  })
})

describe('#getTicketList', () => {
  it('filters by state and searches number, name and words', async () => {
    const list = (input = {}) => stack.as('lumenAdmin').getTicketList(input)
    expect((await list({ state: 'answered' })).items.map(({ content }) => content)).toEqual(['Which bank?'])
    expect((await list({ content: 'LIA bank' })).total).toBe(1)
    const [one] = (await list()).items
    expect((await list({ content: `#${one?.number}` })).total).toBe(1)
    expect((await list({ content: '%' })).total).toBe(0)
  })
})

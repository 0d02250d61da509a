import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#contract/fields.ts'
import { account } from '#features/core/account/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { createNotice } from './createNotice.ts'
import { KEPT_DAYS, noticeJobs } from './feature.ts'
import { notice } from './tables.ts'
import { noticeText } from './texts.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const tell = (to: PersonName, title: string, by?: PersonName) =>
  createNotice(stack.db, {
    accountIds: [stack.people[to].id],
    kind: 'pitchAssigned',
    params: { title, pitchId: 7 },
    by: by && stack.people[by].id,
  })
const listOf = (of: PersonName, input = {}) => stack.as(of).getNoticeList(input)

describe('#getNoticeList', () => {
  it('[CALL-174, ENT-104, ENT-105, ENT-106, STATE-093] answers what happened, the newest first, and how many are unread', async () => {
    await tell('presenter', 'Seed round', 'admin')
    await tell('presenter', 'Bridge')
    const { items, total, unread } = await listOf('presenter')
    expect([total, unread]).toEqual([2, 2])
    expect(items.map(({ content }) => content)).toEqual([
      'You’re now the presenter of “Bridge.”',
      'You’re now the presenter of “Seed round.”',
    ])
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 'A pitch was assigned to you',
      content: 'You’re now the presenter of “Seed round.”',
      button_text: 'Open pitch',
      action: 'open',
      link: '/pitches/view/7',
      is_read: 0,
      op_name: 'Ada Admin',
      op_head_image: '',
      update_time: expect.stringMatching(/Z$/),
    })
  })

  it('is written in the language that the reader has now', async () => {
    const { id } = stack.people.presenter
    await stack.db.update(account).set({ language: 'zh-Hant' }).where(eq(account.id, id))
    expect((await listOf('presenter')).items[0]?.title).toBe('您有一場新指派的路演')
    await stack.db.update(account).set({ language: 'en' }).where(eq(account.id, id))
  })

  it('[ENT-107, CONST-033] pages by ten, and searches content in every language', async () => {
    for (let at = 1; at <= 12; at++) await tell('coHost', `Round ${at}`)
    const first = await listOf('coHost')
    expect([first.items.length, first.total, first.unread]).toEqual([10, 12, 12])
    const second = await listOf('coHost', { page: 2, limit: 10 })
    expect(second.items.map(({ content }) => content)).toEqual([
      'You’re now the presenter of “Round 2.”',
      'You’re now the presenter of “Round 1.”',
    ])
    const found = await listOf('coHost', { content: 'ROUND 12' })
    expect([found.total, found.items.length, found.unread]).toEqual([1, 1, 12])
    expect((await listOf('coHost', { content: '路演 round' })).total).toBe(12)
    for (const content of ['%', '_', "' or 1=1 --"]) expect((await listOf('coHost', { content })).total).toBe(0)
  })

  it('tells everybody their own alone, and no person what they did themselves', async () => {
    await tell('admin', 'My own', 'admin')
    expect(await listOf('admin')).toEqual({ items: [], total: 0, unread: 0 })
  })

  it('tells a person once, however often they are named', async () => {
    const { id } = stack.people.member
    await createNotice(stack.db, { accountIds: [id, id], kind: 'accountActivated', params: {} })
    expect((await listOf('member')).total).toBe(1)
  })

  it('leaves out a kind that this version does not know', async () => {
    const accountId = stack.people.useradmin.id
    await stack.db.insert(notice).values({ accountId, kind: 'fromTheFuture', search: '' })
    expect((await listOf('useradmin')).items).toEqual([])
  })
})

describe('#readNotice', () => {
  it('[CALL-176, STATE-093, ENT-105] makes a new notice a read one, and keeps it', async () => {
    const [newest] = (await listOf('presenter')).items
    await stack.as('presenter').readNotice({ id: newest?.id ?? '' })
    const after = await listOf('presenter')
    expect([after.items[0]?.is_read, after.total, after.unread]).toEqual([1, 2, 1])
    await stack.as('presenter').readNotice({ id: newest?.id ?? '' })
    await stack.as('presenter').readAllNotices({})
    expect((await listOf('presenter')).unread).toBe(0)
  })

  it("knows no other person's notices", async () => {
    const [theirs] = (await listOf('coHost')).items
    const id = theirs?.id ?? ''
    for (const name of ['presenter', 'superadmin', 'lumenAdmin'] as const) {
      await expect(stack.as(name).readNotice({ id })).rejects.toThrow('NoticeNotFound')
      await expect(stack.as(name).deleteNotice({ id })).rejects.toThrow('NoticeNotFound')
    }
    expect((await listOf('coHost')).unread).toBe(12)
  })
})

describe('#deleteNotice', () => {
  it('[CALL-177] takes a notice away, once, and back again', async () => {
    const [newest] = (await listOf('coHost')).items
    const id = newest?.id ?? ''
    const coHost = stack.as('coHost')
    expect(await outcomesOf([coHost.deleteNotice({ id }), coHost.deleteNotice({ id })])).toEqual([
      'NoticeNotFound',
      'done',
    ])
    const { items, total, unread } = await listOf('coHost')
    expect([items[0]?.id === id, total, unread]).toEqual([false, 11, 11])
    await coHost.restoreNotice({ id })
    expect((await listOf('coHost')).items[0]?.id).toBe(id)
  })

  it('forgets what was deleted a month ago, or read half a year ago, and nothing that is new', async () => {
    const accountId = stack.people.files.id
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const row = { accountId, kind: 'accountActivated', search: '' }
    await stack.db.insert(notice).values([
      { ...row, deletedAt: ago(KEPT_DAYS.deleted + 1) },
      { ...row, deletedAt: ago(KEPT_DAYS.deleted - 1) },
      { ...row, readAt: ago(KEPT_DAYS.read + 1) },
      { ...row, readAt: ago(KEPT_DAYS.read - 1) },
      { ...row, createdAt: ago(900) },
    ])
    await noticeJobs.forgetNotices({}, stack.frame)
    expect(await stack.db.$count(notice, eq(notice.accountId, accountId))).toBe(3)
  })
})

describe('the words of a notice', () => {
  it.each(languages)(
    'are there in %s, with an address within the console behind every button that opens one',
    language => {
      const kinds = {
        accountActivated: {},
        roleChanged: { roles: ['vc', 'presenter'] },
        confirmEmail: { email: 'a@b.example' },
        invitationAccepted: { name: 'Ada' },
        pitchAssigned: { title: 'T', pitchId: 1 },
        deckFailed: { file: 'a.pptx', pitchUuid: '00000000-0000-4000-8000-000000000001' },
        ticketOpened: { number: 1, name: 'Ada' },
        ticketAnswered: { number: 1 },
        enterpriseApproved: { name: 'Acme', companyId: '00000000-0000-4000-8000-000000000001' },
        accreditationApproved: { until: '2027-01-31', reason: '' },
        accreditationRefused: { until: '', reason: 'Blurred.' },
        accreditationExpires: { until: '2027-01-31', reason: '' },
        diskFilling: {},
        recordingsDue: { count: 2, until: '2027-01-31' },
        enterpriseRejected: { name: 'Acme', companyId: '00000000-0000-4000-8000-000000000001', reason: 'Blurred.' },
      }
      for (const [kind, params] of Object.entries(kinds)) {
        const text = noticeText(kind, params, language)
        expect(text?.title, kind).toBeTruthy()
        expect(text?.content, kind).toBeTruthy()
        const { button } = text ?? {}
        expect(button?.action === 'open' ? button.link : '/none', kind).toMatch(/^\/[a-z]/)
      }
    },
  )
})

describe('#sendConfirmationEmail', () => {
  it('[CALL-178] mails the code to the address that waits for it, and says so when none does', async () => {
    const me = stack.as('secondInvestor')
    const { id } = stack.people.secondInvestor
    await stack.db.update(account).set({ emailConfirmedAt: null }).where(eq(account.id, id))
    await me.sendConfirmationEmail({})
    const [mail] = await mailsTo(stack.db, 'secondinvestor@quill.test')
    expect(mail?.text).toMatch(/\b\d{4} \d{4}\b/)
    await expect(me.sendConfirmationEmail({})).rejects.toThrow('TooManyRequests')
    await stack.db.update(account).set({ emailConfirmedAt: new Date() }).where(eq(account.id, id))
    await expect(me.sendConfirmationEmail({})).rejects.toThrow('NothingToConfirm')
  })
})

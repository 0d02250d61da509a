import { eq, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { attendance, pageView } from '#features/room/room/server/tables.ts'
import { toCsv } from '#server/sheets/csv.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { shown } from '#testing/statement.ts'
import { filenameOf } from './exportPitchReport.ts'
import { reportJobs } from './jobs.ts'

let stack: PitchStack
let uuid: string
let id: number
beforeAll(async () => {
  stack = await startPitchStack()
  ;({ id, uuid } = await stack.create('presenter', { is_public: true, presentation_name: 'Séed/Round: 2027' }))
  await stack.take(id, 'start')
})
afterAll(() => stack.stop())

const exported = async (kind: 'attendance' | 'feedback' | 'commitments') => {
  const { csv, filename } = await stack.as('presenter').exportPitchReport({ uuid, kind })
  expect(csv.startsWith('\uFEFF')).toBe(true)
  return { filename, rows: Papa.parse<string[]>(csv.slice(1).trimEnd()).data }
}

const deckOf = async (pitchId: number, pages: number) => {
  const { id: uploadedBy, organisationId } = stack.people.presenter
  const file = { name: 'deck.pdf', type: 'pdf', size: 1000, status: 'ready', pages } as const
  await stack.db.insert(deckFile).values({ organisationId, pitchId, uploadedBy, ...file })
}

describe('mailResults', () => {
  it('mails the results to the presenters once, an hour after the end', async () => {
    const { coHost, presenter, investor, secondInvestor } = stack.people
    const pitch = await stack.create('presenter', {
      co_host: coHost.email,
      presentation_name: 'Summed up',
      attendees_arr: [{ email: investor.email }, { email: secondInvestor.email }],
    })
    await stack.take(pitch.id, 'start')
    await stack.as('investor').createAttendeeFeedback({ uuid: pitch.uuid, select: 'invest' })
    await stack.as('investor').commitInPitch({ uuid: pitch.uuid, money_amount: '$25,000', initials: 'II', ...shown })
    await stack.take(pitch.id, 'end')
    for (const _ of [1, 2]) await reportJobs.mailResults({ pitchId: pitch.id }, stack.frame)
    for (const email of [presenter.email, coHost.email]) {
      const mails = (await stack.mailsTo(email)).filter(mail => mail.kind === 'pitchResults')
      expect(mails).toHaveLength(1)
      expect(mails[0]?.subject).toBe('Pitch results: Summed up')
      for (const line of [
        'Attended: 0 (2 invited)',
        'Love it and wish to invest: 1',
        'Committed: US$25,000 (1 investor)',
      ])
        expect(mails[0]?.text).toContain(line)
    }
  })
})

describe('exportPitchReport', () => {
  it('writes feedback as a table, and the export into the audit', async () => {
    await stack
      .as('investor')
      .createAttendeeFeedback({ uuid, select: 'invest', note: 'Yes, "please"\nsoon', contact: '' })
    const { filename, rows } = await exported('feedback')
    expect(filename).toBe('Séed-Round-2027-feedback.csv')
    expect(rows).toEqual([
      ['Name', 'Email', 'Feedback', 'Comments', 'Contact', 'Time (UTC)'],
      [
        'Ivy Investor',
        stack.people.investor.email,
        'Love it and wish to invest',
        'Yes, "please"\nsoon',
        '',
        expect.any(String),
      ],
    ])
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'report.export'))
    expect(noted).toMatchObject({
      subject: uuid,
      actorId: stack.people.presenter.id,
      detail: { kind: 'feedback', rows: 1 },
    })
  })

  it('writes commitments as numbers under their currency, and what they are', async () => {
    await stack.as('investor').commitInPitch({ uuid, money_amount: '25000', initials: 'II', ...shown })
    const { rows } = await exported('commitments')
    const { email } = stack.people.investor
    expect(rows[0]?.[2]).toBe('Amount (USD)')
    expect(rows[1]).toEqual(['Ivy Investor', email, '25000', 'II', expect.any(String), shown.statement, '0'])
  })

  it('writes who was there, for how long, and the seconds on each slide of the deck, seen or not', async () => {
    const { id: accountId } = stack.people.investor
    const joinedAt = new Date(Date.now() + 60_000)
    const leftAt = new Date(joinedAt.getTime() + 90_000)
    const serverId = '00000000-0000-4000-8000-000000000001'
    await deckOf(id, 4)
    await stack.db.insert(attendance).values({ pitchId: id, accountId, serverId, part: 'attendee', joinedAt, leftAt })
    await stack.db.insert(pageView).values([
      { pitchId: id, accountId, page: 1, milliseconds: 60_000 },
      { pitchId: id, accountId, page: 3, milliseconds: 30_000 },
    ])
    const { rows } = await exported('attendance')
    expect(rows[0]).toEqual([
      ...['Name', 'Email', 'Joined (UTC)', 'Left (UTC)', 'Seconds in room'],
      ...['Seconds on slide 1', 'Seconds on slide 2', 'Seconds on slide 3', 'Seconds on slide 4'],
    ])
    expect(rows[1]).toEqual([
      ...['Ivy Investor', stack.people.investor.email, joinedAt.toISOString(), leftAt.toISOString(), '90'],
      ...['60', '0', '30', '0'],
    ])
  })

  it('writes a crowd that saw many slides', async () => {
    const crowd = await stack.create('presenter', { presentation_name: 'Crowded' })
    await deckOf(crowd.id, 130)
    const { organisationId } = stack.people.presenter
    // more than a hundred and twenty thousand times on a slide, which is more than one call takes as arguments
    await stack.db.execute(sql`
      with people as (
        insert into account (id, organisation_id, email, firstname, lastname, roles, state)
          select gen_random_uuid(), ${organisationId}, 'crowd' || n || '@quill.test', 'Guest', n::text, '{vc}', 'active'
          from generate_series(1, 1000) as n returning id
      ), stays as (
        insert into attendance (id, pitch_id, account_id, server_id, part, joined_at, left_at)
          select gen_random_uuid(), ${crowd.id}, id, gen_random_uuid(), 'attendee', now(), now() from people
      )
      insert into page_view (pitch_id, account_id, page, milliseconds)
        select ${crowd.id}, people.id, page, 1000 from people, generate_series(1, 130) as page`)
    const { csv } = await stack.as('presenter').exportPitchReport({ uuid: crowd.uuid, kind: 'attendance' })
    const { data } = Papa.parse<string[]>(csv.slice(1).trimEnd())
    expect(data).toHaveLength(1001)
    expect(data[0]?.at(-1)).toBe('Seconds on slide 130')
    expect(data[1000]?.slice(5)).toEqual(Array(130).fill('1'))
  }, 60_000)

  it('heads the columns in the language of the caller', async () => {
    const speak = (language: 'en' | 'zh-Hant') =>
      stack.db.update(account).set({ language }).where(eq(account.id, stack.people.presenter.id))
    await speak('zh-Hant')
    const { filename, rows } = await exported('commitments')
    await speak('en')
    expect(rows[0]?.slice(0, 3)).toEqual(['姓名', '電子郵件地址', '意願金額（USD）'])
    expect(filename).toBe('Séed-Round-2027-認購意願.csv')
  })

  it('keeps what a spreadsheet would run as text', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      ' =1',
      '＝1',
      '＋1',
      '\0=1',
      '=HYPERLINK("x")',
    ]
    for (const note of ['=cmd|calc', '@SUM(1)', '-2+3'])
      await stack.as('secondInvestor').createAttendeeFeedback({ uuid, select: 'unsure', note, contact: '+1 555' })
    const { rows } = await exported('feedback')
    expect(rows[1]?.slice(3, 5)).toEqual(["'-2+3", "'+1 555"])
    const sheet = Papa.parse<string[]>(
      toCsv({ fields: ['a'], rows: formulas.map(text => [text]) })
        .slice(1)
        .trimEnd(),
    )
    // some programs divide a line at a tab or a line break as well
    const written = (text: string) => `'${text.replace(/^[\t\r\n]/, sign => `${sign}'`)}`
    expect(sheet.data.slice(1).map(([cell]) => cell)).toEqual(formulas.map(written))
    expect(toCsv({ fields: ['a'], rows: [['plain'], [7], ['a=b']] })).toBe('\uFEFFa\r\nplain\r\n7\r\na=b\r\n')
  })

  it('names the file so that every system takes it', () => {
    expect(filenameOf('../../etc/passwd', 'feedback')).toBe('etc-passwd-feedback.csv')
    expect(filenameOf('"><script>', 'x')).toBe('script-x.csv')
    expect(filenameOf('🚀', 'x')).toBe('pitch-x.csv')
    expect(filenameOf('路演', 'x')).toBe('路演-x.csv')
  })

  it('exports to the managers of the pitch only', async () => {
    for (const name of ['investor', 'member', 'lumenAdmin', 'useradmin'] as const)
      await expect(stack.as(name).exportPitchReport({ uuid, kind: 'feedback' })).rejects.toMatchObject({
        code: 'PitchNotFound',
      })
  })
})

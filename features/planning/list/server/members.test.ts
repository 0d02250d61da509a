import { sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { account } from '#features/core/account/server/tables.ts'
import { suppress } from '#features/notify/suppression/server/suppressing.ts'
import { suppression } from '#features/notify/suppression/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { uploadCall } from '#testing/upload.ts'
import { contactList, contactListMember } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(contactList)
  await stack.db.delete(suppression)
})

type Fields = Parameters<ReturnType<Stack['as']>['createList']>[0]
const create = async (more: Partial<Fields> = {}, by: PersonName = 'admin') =>
  (await stack.as(by).createList({ list_name: 'Angels', list_type: 'static', ...more })).id
const members = async (list_id: string, by: PersonName = 'admin', asked = {}) =>
  (await stack.as(by).getListMemberDetailList({ list_id, ...asked })).items
const emails = async (...asked: Parameters<typeof members>) => (await members(...asked)).map(({ email }) => email)
const idOf = (name: PersonName) => stack.people[name].id

describe('the people of a list', () => {
  it('[CALL-045, ENT-071] come in pages, searched and sorted, users with what their account says today', async () => {
    const list_id = await create({ user_ids: [idOf('investor'), idOf('member')] })
    const contacts = [{ email: ' Zoe@Fund.example ', firstname: 'Zoe', lastname: 'Zhang' }]
    expect(await stack.as('admin').addListMembers({ list_id, contacts })).toEqual({ added: 1, known: 0 })
    await stack.as('investor').updatePersonalInfo({ company_name: 'Ivy Capital' })
    const [first, , last] = await members(list_id)
    expect(first).toMatchObject({
      ...{ user_id: idOf('investor'), email: 'investor@quill.test', firstname: 'Ivy', company_name: 'Ivy Capital' },
      ...{ state: 'active', role: 'vc', held_by: null },
    })
    expect(last).toMatchObject({ user_id: null, email: 'zoe@fund.example', firstname: 'Zoe', state: null, role: null })
    const sorted = { sort: 'name', order: 'desc' }
    expect(await emails(list_id, 'admin', sorted)).toEqual([
      ...['zoe@fund.example', 'member@quill.test', 'investor@quill.test'],
    ])
    expect(await emails(list_id, 'admin', { page: 2, limit: 2 })).toEqual(['zoe@fund.example'])
    expect(await emails(list_id, 'admin', { name: 'zhang zoe' })).toEqual(['zoe@fund.example'])
    expect(await emails(list_id, 'admin', { name: 'ivy capital' })).toEqual(['investor@quill.test'])
  })

  it('are never users whom the list of users hides from the reader, by a list of either kind', async () => {
    const fixed = await create({ shared: true, user_ids: [idOf('pitchadmin'), idOf('investor')] })
    const found = await create({
      list_name: 'All',
      list_type: 'dynamic',
      shared: true,
      dynamic: { name: 'quill.test' },
    })
    expect(await emails(fixed, 'useradmin')).toEqual(['investor@quill.test'])
    expect(await emails(found, 'useradmin')).not.toContain('admin@quill.test')
    expect(await emails(found, 'admin')).toContain('admin@quill.test')
    const { items } = await stack.as('useradmin').getListList({})
    expect(items.find(({ id }) => id === fixed)?.members).toBe(1)
    // nor by an address that the reader adds
    const own = await create({ list_name: 'Mine' }, 'useradmin')
    await stack.as('useradmin').addListMembers({ list_id: own, contacts: [{ email: 'admin@quill.test' }] })
    expect(await members(own, 'useradmin')).toMatchObject([{ user_id: null, firstname: '', role: null }])
  })

  it('are chosen among the users whom the caller sees, and the tags of the organization', async () => {
    const list_id = await create({ shared: true })
    const found = async (by: PersonName, name: string) =>
      (await stack.as(by).getListUserList({ list_id, name })).items.map(({ email }) => email)
    expect(await found('pitchadmin', 'ivy')).toEqual(['investor@quill.test'])
    expect(await found('pitchadmin', 'ada')).toEqual([])
    expect(await found('admin', 'ada')).toEqual(['admin@quill.test'])
    expect(await found('superadmin', 'lumen')).toEqual([])
    await stack.as('admin').createUserTag({ name: 'Angel', colour: 'red' })
    const tags = async (by: PersonName) => (await stack.as(by).getListTagList({})).items.map(({ name }) => name)
    expect(await tags('pitchadmin')).toContain('Angel')
    expect(await tags('lumenAdmin')).not.toContain('Angel')
  })

  it('say nothing of an account elsewhere, and make none', async () => {
    const before = await stack.db.$count(account)
    const list_id = await create()
    const contacts = [{ email: 'lumeninvestor@lumen.test' }, { email: 'nobody@lumen.test' }]
    await stack.as('admin').addListMembers({ list_id, contacts })
    const [known, unknown] = await members(list_id)
    const same = { id: '', email: '' }
    expect({ ...known, ...same }).toEqual({ ...unknown, ...same })
    expect(await stack.db.$count(account)).toBe(before)
  })

  it('are computed anew in a dynamic list', async () => {
    const list_id = await create({ list_type: 'dynamic', dynamic: { role: 'member' } })
    expect(await emails(list_id)).toEqual(['member@quill.test'])
    await stack.as('admin').updateUserRole({ user_id: idOf('secondInvestor'), role: 'member' })
    expect(await emails(list_id)).toEqual(['member@quill.test', 'secondinvestor@quill.test'])
    await stack.as('admin').updateUserRole({ user_id: idOf('secondInvestor'), role: 'vc' })
    const { tag_id } = await stack.as('admin').createUserTag({ name: 'Seed', colour: 'red' })
    await stack.as('admin').changeUsers({ act: 'addTag', tag_id, user_ids: [idOf('investor')] })
    const tagged = await create({ list_name: 'Tagged', list_type: 'dynamic', dynamic: { tag_id } })
    expect(await emails(tagged)).toEqual(['investor@quill.test'])
    await stack.as('admin').deleteUserTag({ tag_id })
    expect(await emails(tagged)).toEqual([])
  })

  it('are there once, however the address is spelled, also when two add them at once', async () => {
    const list_id = await create()
    const add = (...spelled: string[]) =>
      stack.as('admin').addListMembers({ list_id, contacts: spelled.map(email => ({ email })) })
    const [a, b] = await Promise.all([add('ada.lovelace@gmail.com'), add('AdaLovelace@Googlemail.com')])
    expect([a?.added, b?.added].sort()).toEqual([0, 1])
    expect(await add('A.D.A.lovelace@gmail.com', 'a.da@fund.example', 'ada@fund.example')).toEqual({
      added: 2,
      known: 1,
    })
    expect(await members(list_id)).toHaveLength(3)
  })

  it('are removed, and counted', async () => {
    const list_id = await create({ shared: true, user_ids: [idOf('investor'), idOf('member')] })
    const [one] = await members(list_id)
    const ids = [one?.id ?? '']
    expect(await outcomesOf([stack.as('pitchadmin').deleteListMembers({ list_id, ids })])).toEqual(['NoPermission'])
    const both = await Promise.all([1, 2].map(() => stack.as('admin').deleteListMembers({ list_id, ids })))
    expect(both.map(({ removed }) => removed).sort()).toEqual([0, 1])
    expect(await emails(list_id)).toEqual(['member@quill.test'])
    expect(await stack.actionsOn(list_id)).toEqual(['list.create', 'list.removePeople'])
    const found = await create({ list_name: 'Found', list_type: 'dynamic' })
    const dynamic = { list_id: found, ids }
    const add = stack.as('admin').addListMembers({ list_id: found, user_ids: [idOf('investor')] })
    expect(await outcomesOf([stack.as('admin').deleteListMembers(dynamic), add])).toEqual([
      ...['ListTypeForbids', 'ListTypeForbids'],
    ])
  })

  it('show which of them get no mail, as far as the organization may know', async () => {
    const list_id = await create({ user_ids: [idOf('investor'), idOf('member')] })
    await stack.as('admin').addSuppression({ kind: 'blocks', address: 'investor@quill.test', reason: 'asked' })
    const secret = { kind: 'spam', address: 'member@quill.test', organisationId: null, source: 'ses' } as const
    await suppress(stack.db, stack.frame.settings, secret)
    expect((await members(list_id)).map(({ held_by }) => held_by)).toEqual(['blocks', null])
  })

  it('are exported with escaped formulas, and the file can be imported again', async () => {
    const list_id = await create({ user_ids: [idOf('investor')] })
    const contacts = [{ email: 'zoe@fund.example', firstname: '=1+1', lastname: 'Zhang' }]
    await stack.as('admin').addListMembers({ list_id, contacts })
    const file = await stack.as('admin').exportListMembers({ list_id, name: 'zoe' })
    expect(Papa.parse(file.csv.replace('\uFEFF', '').trim()).data).toEqual([
      ['Email', 'First name', 'Last name', 'Company'],
      ['zoe@fund.example', "'=1+1", 'Zhang', ''],
    ])
    expect(file).toMatchObject({ rows: 1, total: 1 })
    expect(await stack.actionsOn(list_id)).toContain('list.export')
  })
})

describe('importListMembers', () => {
  type Import = {
    counts: Record<string, number>
    lines: { line: number; email: string; outcome: string; problem: string }[]
  }
  async function run(list_id: string, text: string | Buffer, more: { dry?: boolean; by?: PersonName } = {}) {
    const { dry = false, by = 'admin' } = more
    const fields = { list_id, dry: dry ? '1' : '0' }
    const file = { bytes: Buffer.from(text as string) }
    const { body } = await uploadCall(stack.app, 'importListMembers', stack.people[by].token, file, fields)
    if (body.error) throw new CallFailed(body.error)
    return body.data as Import
  }
  const table = [
    ...[
      'Email,First name,Last name',
      'zoe@fund.example,Zoe,Zhang',
      'ZOE@fund.example,Zoe,Again',
      'investor@quill.test,,',
    ],
    ...['blocked@fund.example,Bo,', 'nobody,No,One', '=cmd@fund.example,Eve,', '"ada@fund.example","Ada, Countess",L'],
  ].join('\r\n')

  it('[RULE-083] says of each entry what would happen and changes nothing, and then does that, once', async () => {
    const list_id = await create({ user_ids: [idOf('investor')] })
    await stack.as('admin').addSuppression({ kind: 'blocks', address: 'blocked@fund.example', reason: 'asked' })
    const counts = { new: 2, known: 1, twice: 1, invalid: 2, suppressed: 1 }
    const preview = await run(list_id, table, { dry: true })
    expect(preview.counts).toEqual(counts)
    expect(preview.lines.map(({ line, outcome, problem }) => [line, outcome, problem])).toEqual([
      [6, 'invalid', 'email'],
      [7, 'invalid', 'formula'],
      [5, 'suppressed', null],
      [3, 'twice', null],
      [4, 'known', null],
      [2, 'new', null],
      [8, 'new', null],
    ])
    expect(await emails(list_id)).toEqual(['investor@quill.test'])
    expect((await run(list_id, table)).counts).toEqual(counts)
    const all = ['ada@fund.example', 'blocked@fund.example', 'investor@quill.test', 'zoe@fund.example']
    expect(await emails(list_id)).toEqual(all)
    expect((await run(list_id, table)).counts).toMatchObject({ new: 0, suppressed: 0, known: 4 })
    expect(await stack.actionsOn(list_id)).toEqual(['list.create', 'list.import'])
  })

  it('adds each person once by two imports at the same moment', async () => {
    const list_id = await create()
    const both = await Promise.all([run(list_id, table), run(list_id, table)])
    expect(both.map(({ counts }) => counts['new']).sort()).toEqual([0, 4])
    expect(await members(list_id)).toHaveLength(4)
  })

  it('reads a byte order mark, semicolons and Chinese heads, and the file that an export writes', async () => {
    const list_id = await create()
    expect((await run(list_id, '\uFEFF电子邮箱;姓;名\r\nli@fund.example;李;娜')).counts).toMatchObject({ new: 1 })
    expect(await members(list_id)).toMatchObject([{ firstname: '娜', lastname: '李' }])
    const { csv } = await stack.as('admin').exportListMembers({ list_id })
    const copy = await create({ list_name: 'Copy' })
    expect((await run(copy, csv)).counts).toMatchObject({ new: 1, invalid: 0 })
    expect(await members(copy)).toMatchObject([{ email: 'li@fund.example', firstname: '娜', lastname: '李' }])
  })

  const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  it.each([
    ['UTF-16, little end first', wide],
    ['UTF-16, big end first', (text: string) => wide(text).swap16()],
  ])('reads %s, as spreadsheets save it', async (_, encoded) => {
    const list_id = await create()
    const text = '电子邮箱\t姓\t名\r\nli@fund.example\t李\t娜\r\n'
    expect((await run(list_id, encoded(text))).counts).toMatchObject({ new: 1, invalid: 0 })
    expect(await members(list_id)).toMatchObject([{ email: 'li@fund.example', firstname: '娜', lastname: '李' }])
  })

  it('leaves out who is named by a formula, or by what no name is, and says why', async () => {
    const list_id = await create()
    const formulas = ['=1+1', "=cmd|' /C calc'!A0", '@SUM(1)', '+SUM(1)', "-2+3+cmd|' /C calc'!A0", '\t=1+1']
    const named = [
      ...formulas.map(name => [name, 'formula']),
      ['Zo\u0007e', 'characters'],
      ['Z'.repeat(81), 'nameTooLong'],
    ]
    const rows = named.map(([name], at) => `p${at}@fund.example,"${name}"`)
    const text = ['email,firstname', ...rows, 'ada@fund.example,-Ada +'].join('\n')
    const { counts, lines } = await run(list_id, text, { dry: true })
    expect(counts).toMatchObject({ new: 1, invalid: named.length })
    expect(lines.map(({ problem }) => problem)).toEqual([...named.map(([, problem]) => problem), null])
  })

  it('knows one mailbox however it is written, and keeps apart what other services do', async () => {
    const list_id = await create()
    await stack.as('admin').addListMembers({ list_id, contacts: [{ email: 'known.person@gmail.com' }] })
    await stack.as('admin').addSuppression({ kind: 'bounces', address: 'gone.away@gmail.com' })
    const outcomes = [
      ['ada@fund.example', 'new'],
      ['ADA@Fund.Example', 'twice'],
      ['a.da@fund.example', 'new'],
      ['ada.lovelace@gmail.com', 'new'],
      ['AdaLovelace@googlemail.com', 'twice'],
      ['KnownPerson@googlemail.com', 'known'],
      ['gone.a.way@gmail.com', 'suppressed'],
      ['bo@fund.example\u00a0', 'new'],
      ['zoë@fund.example', 'invalid'],
      ['li@münchen.example', 'invalid'],
      ['li＠fund.example', 'invalid'],
      ['li\u200b@fund.example', 'invalid'],
      ['.li@fund.example', 'invalid'],
      ['l..i@fund.example', 'invalid'],
    ] as const
    const { lines } = await run(list_id, ['email', ...outcomes.map(([email]) => email)].join('\n'), { dry: true })
    const byLine = lines.toSorted((one, other) => one.line - other.line)
    expect(byLine.map(({ line, outcome }) => [line, outcome])).toEqual(outcomes.map(([, is], at) => [at + 2, is]))
  })

  it.each([
    ['in UTF-16 that does not say so', Buffer.from('zoe@fund.example', 'utf16le')],
    ['in Latin-1', Buffer.from('email,firstname\nzoe@fund.example,Zoë', 'latin1')],
    ['in GBK', Buffer.from([0xd3, 0xca, 0xcf, 0xe4, 0x0a, ...Buffer.from('li@fund.example')])],
    ['that is an archive', Buffer.from('PK\u0003\u0004\u0000\u0000')],
    ['with a cell of a megabyte', `"${','.repeat(1_000_000)}@"`],
  ])('refuses a file %s, and adds nobody', async (_, bytes) => {
    const list_id = await create({}, 'useradmin')
    await expect(run(list_id, bytes, { by: 'useradmin' })).rejects.toMatchObject({ code: 'TableNotReadable' })
    expect(await members(list_id, 'useradmin')).toEqual([])
  })

  it('[CONST-028] takes thirty thousand lines of a megabyte, and not a byte more', async () => {
    const list_id = await create()
    const address = (n: number) => `p${n}@fund${n % 97}.example`
    const lines = Array.from({ length: 30_000 }, (_, n) => {
      const email =
        n % 100 === 50 ? address(n - 50).toUpperCase() : n % 1000 === 7 ? `p${n}(at)fund.example` : address(n)
      return `${email},Person,${n}`
    })
    await stack.as('admin').addSuppression({ kind: 'blocks', address: address(29_999) })
    await stack.as('admin').addListMembers({ list_id, contacts: [{ email: address(1) }] })
    const text = ['email,firstname,lastname', ...lines].join('\n')
    const counts = { new: 29_668, known: 1, twice: 300, invalid: 30, suppressed: 1 }
    expect((await run(list_id, text, { dry: true })).counts).toEqual(counts)
    const done = await run(list_id, text)
    expect(done.counts).toEqual(counts)
    expect(done.lines).toHaveLength(500)
    expect((await stack.as('admin').getListMemberDetailList({ list_id })).total).toBe(29_670)
    const tooLarge = { code: 'BodyTooLarge' }
    await expect(run(list_id, Buffer.alloc(1024 ** 2 + 1, 'a'))).rejects.toMatchObject(tooLarge)
    // a megabyte of Chinese in GB 18030 comes as one and a half in UTF-8
    const line = `${'王'.repeat(300)}\n`
    const chinese = `email,name\n${line.repeat(Math.floor(1024 ** 2 / 601) - 1)}`
    expect((await run(list_id, chinese, { dry: true })).counts.invalid).toBeGreaterThan(0)
    await expect(run(list_id, `${chinese}${line.repeat(2)}`)).rejects.toMatchObject(tooLarge)
    await stack.db.execute(sql`insert into contact_list_member (list_id, organisation_id, email, address)
      select list_id, organisation_id, 'q' || email, 'q' || address from contact_list_member limit 20330`)
    await expect(run(list_id, 'one@more.example')).rejects.toMatchObject({ code: 'ListFull' })
    expect(await stack.db.$count(contactListMember)).toBe(50_000)
  }, 240_000)

  it('is refused for the lists of others, and for dynamic ones', async () => {
    const list_id = await create({ shared: true })
    const found = await create({ list_name: 'Found', list_type: 'dynamic' })
    const refused = [
      run(list_id, table, { by: 'pitchadmin' }),
      run(list_id, table, { by: 'lumenAdmin' }),
      run(found, table),
    ]
    expect(await outcomesOf(refused)).toEqual(['ListNotFound', 'ListTypeForbids', 'NoPermission'])
  })
})

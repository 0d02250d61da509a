import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { type SuppressionKind, suppressionKinds } from '../rules.ts'
import { canonicalAddress } from './address.ts'
import { forgetSuppressions } from './queries.ts'
import { forgetAddresses, showTo, suppress, suppressedAmong } from './suppressing.ts'
import { suppression } from './tables.ts'

let stack: Stack
let quill = ''
let lumen = ''
beforeAll(async () => {
  stack = await startStack()
  quill = stack.people.admin.organisationId
  lumen = stack.people.lumenAdmin.organisationId
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(suppression)
})

const add = (kind: SuppressionKind, address: string, by: PersonName = 'admin', more = {}) =>
  stack.as(by).addSuppression({ kind, address, ...more })
const listed = async (kind: SuppressionKind, by: PersonName = 'admin', more = {}) =>
  (await stack.as(by).getSuppressionList({ kind, ...more })).items
const addresses = async (kind: SuppressionKind, by: PersonName = 'admin', more = {}) =>
  (await listed(kind, by, more)).map(({ address }) => address)
/** Which list keeps an email from an address. */
const held = async (
  address: string,
  organisationId: string | null = quill,
  topic: 'invitations' | 'results' | undefined = 'invitations',
) => (await suppressedAmong(stack.db, stack.frame.settings, [address], { organisationId, topic })).get(address)?.kind
/** As the mail system reports it: of the address, and met by one organization's mail. */
async function report(kind: 'bounces' | 'spam', address: string, toWhom = quill, at = new Date()) {
  const entry = { organisationId: null, kind, address, source: 'report', detail: 'first', at } as const
  const row = await suppress(stack.db, stack.frame.settings, entry)
  if (row) await showTo(stack.db, row.id, toWhom, '550 5.1.1 no such user')
  return row
}

describe('one mailbox', () => {
  it.each([
    ['Grace@Fund.Example', 'grace@fund.example'],
    ['g.r.a.c.e@gmail.com', 'grace@googlemail.com'],
    ['grace@bücher.example', 'GRACE@xn--bcher-kva.example'],
    ['andre\u0301@fund.example', 'andr\u00e9@fund.example'],
    [' grace@fund.example. ', 'grace@fund.example'],
  ])('%s is %s', (one, other) => {
    expect(canonicalAddress(one)).toBe(canonicalAddress(other))
  })
  it.each([
    ['a.b@fund.example', 'ab@fund.example'],
    ['grace+x@gmail.com', 'grace@gmail.com'],
    ['grace@fund.example', 'grace@evil.fund.example'],
  ])('%s is not %s', (one, other) => {
    expect(canonicalAddress(one)).not.toBe(canonicalAddress(other))
  })
})

describe('[GAP-014] the lists', () => {
  it.each(suppressionKinds)(
    '[PROD-043, PROD-044, PROD-045, PROD-046, PERM-073] %s are added, found and removed',
    async kind => {
      const { id } = await add(kind, 'Grace@Fund.example', 'superadmin', { org_id: quill })
      await add(kind, 'ada@fund.example', 'superadmin', { org_id: quill })
      expect(await addresses(kind, 'admin', { sort: 'address', order: 'asc' })).toEqual([
        'ada@fund.example',
        'grace@fund.example',
      ])
      expect(await addresses(kind, 'admin', { content: 'GRACE' })).toEqual(['grace@fund.example'])
      for (const other of suppressionKinds.filter(each => each !== kind)) expect(await addresses(other)).toEqual([])
      expect(await held('grace@fund.example')).toBe(kind)
      await stack.as('superadmin').deleteSuppression({ id, reason: 'asked for it' })
      expect(await addresses(kind)).toEqual(['ada@fund.example'])
      expect(await held('grace@fund.example')).toBeUndefined()
      await stack.as('superadmin').restoreSuppression({ id })
      expect(await held('grace@fund.example')).toBe(kind)
      expect(await stack.actionsOn(id)).toEqual(['suppression.create', 'suppression.delete', 'suppression.restore'])
    },
  )

  it('[PERM-006] are for the four kinds of admins', async () => {
    for (const by of ['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const) await listed('blocks', by)
    const others = (['presenter', 'investor'] as const).map(by => stack.as(by).getSuppressionList({ kind: 'blocks' }))
    expect(await outcomesOf(others)).toEqual(['NotAllowed', 'NotAllowed'])
  })

  it('have an address once, also when two add it at the same moment and spell it differently', async () => {
    const twice = [add('blocks', 'grace@gmail.com'), add('blocks', 'G.race@googlemail.com')]
    expect(await outcomesOf(twice)).toEqual(['SuppressionExists', 'done'])
  })

  it('block a whole domain, and no domain above or below it', async () => {
    await add('blocks', '@Fund.example')
    expect(await held('anyone@fund.example')).toBe('blocks')
    expect(await held('anyone@sub.fund.example')).toBeUndefined()
    const wrong = [
      '@',
      '@example',
      'fund.example',
      '@-x.example',
      'a b@fund.example',
      'a@b.example\r\nBcc: c@d.example',
    ]
    expect(await outcomesOf(wrong.map(address => add('blocks', address)))).toEqual(wrong.map(() => 'InputInvalid'))
    expect(await outcomesOf([add('spam', '@fund.example')])).toEqual(['InputInvalid'])
  })

  it('keep what a person decided until somebody says why; a complaint is for superadmins', async () => {
    const { id } = await add('unsubscribe', 'grace@fund.example')
    await expect(stack.as('admin').deleteSuppression({ id })).rejects.toMatchObject({ fields: { reason: 'required' } })
    await stack.as('admin').deleteSuppression({ id, reason: 'She asked by phone' })
    const [entry] = await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.subject, id), eq(auditEntry.action, 'suppression.delete')))
    expect(entry?.detail).toMatchObject({ kind: 'unsubscribe', reason: 'She asked by phone' })
    const complaint = await add('spam', 'ada@fund.example')
    const remove = { id: complaint.id, reason: 'a mistake' }
    expect(await listed('spam')).toMatchObject([{ removable: false }])
    expect(await outcomesOf([stack.as('admin').deleteSuppression(remove)])).toEqual(['NoPermission'])
    await stack.as('superadmin').deleteSuppression(remove)
  })
})

describe('the fence', () => {
  it('keeps what an organization adds to itself', async () => {
    const { id } = await add('blocks', 'grace@fund.example')
    await add('unsubscribe', 'ada@fund.example')
    expect(await held('grace@fund.example', lumen)).toBeUndefined()
    expect(await held('ada@fund.example', lumen)).toBeUndefined()
    expect(await addresses('blocks', 'lumenAdmin')).toEqual([])
    const org_id = quill
    const acts = [
      stack.as('lumenAdmin').deleteSuppression({ id, reason: 'x' }),
      stack.as('lumenAdmin').restoreSuppression({ id }),
      add('blocks', 'other@fund.example', 'lumenAdmin', { org_id }),
    ]
    expect((await outcomesOf(acts)).sort()).toEqual(['NoPermission', 'SuppressionNotFound', 'SuppressionNotFound'])
    // what holds for all is never what an admin of one has added
    await add('bounces', 'bob@fund.example')
    expect(await held('bob@fund.example', lumen)).toBeUndefined()
  })

  it('shows what is so of an address only to an organization whose own mail has met it, in the words of that mail', async () => {
    const row = await report('bounces', 'gone@fund.example')
    expect(await held('gone@fund.example', lumen)).toBe('bounces')
    expect(await held('gone@fund.example', null, undefined)).toBe('bounces')
    expect(await addresses('bounces', 'lumenAdmin')).toEqual([])
    const id = row?.id ?? ''
    expect(await outcomesOf([stack.as('lumenAdmin').deleteSuppression({ id })])).toEqual(['SuppressionNotFound'])
    await showTo(stack.db, id, lumen)
    expect(await listed('bounces', 'lumenAdmin')).toMatchObject([{ address: 'gone@fund.example', detail: '' }])
    expect(await listed('bounces')).toMatchObject([{ detail: '550 5.1.1 no such user', org_name: '' }])
  })
})

it('what holds for every organization is changed by superadmins alone, also by one whose own mail has met it', async () => {
  const id = (await report('bounces', 'gone@fund.example'))?.id ?? ''
  expect(await listed('bounces')).toMatchObject([{ removable: false }])
  for (const by of ['admin', 'useradmin', 'pitchadmin'] as const)
    expect(await outcomesOf([stack.as(by).deleteSuppression({ id })])).toEqual(['SuppressionEverywhere'])
  expect(await held('gone@fund.example', lumen)).toBe('bounces')
  expect(await listed('bounces', 'superadmin')).toMatchObject([{ removable: true }])
  await stack.as('superadmin').deleteSuppression({ id })
  expect(await outcomesOf([stack.as('admin').restoreSuppression({ id })])).toEqual(['SuppressionEverywhere'])
  expect(await held('gone@fund.example')).toBeUndefined()
})

it('an unsubscribe stops its topics alone, and nothing that always goes', async () => {
  const entry = { organisationId: quill, kind: 'unsubscribe', address: 'ada@fund.example', source: 'person' } as const
  await suppress(stack.db, stack.frame.settings, { ...entry, topics: ['invitations'] })
  expect(await held('ada@fund.example')).toBe('unsubscribe')
  expect(await held('ada@fund.example', quill, 'results')).toBeUndefined()
  await suppress(stack.db, stack.frame.settings, entry)
  expect(await held('ada@fund.example', quill, 'results')).toBe('unsubscribe')
  const { settings } = stack.frame
  const always = { organisationId: quill, topic: undefined }
  expect(await suppressedAmong(stack.db, settings, ['ada@fund.example'], always)).toEqual(new Map())
})

it('a report of before a removal does not undo it, and one of after it does', async () => {
  const row = await report('bounces', 'gone@fund.example')
  await stack.as('superadmin').deleteSuppression({ id: row?.id ?? '' })
  expect(await report('bounces', 'gone@fund.example', quill, new Date(Date.now() - 60_000))).toBeUndefined()
  expect(await held('gone@fund.example')).toBeUndefined()
  await report('bounces', 'gone@fund.example', quill, new Date(Date.now() + 1000))
  expect(await held('gone@fund.example')).toBe('bounces')
})

it('an entry ends by itself at its time, and is removed for good a month later', async () => {
  const { id } = await add('blocks', 'grace@fund.example')
  const end = (daysAgo: number) =>
    stack.db
      .update(suppression)
      .set({ expiresAt: new Date(Date.now() - daysAgo * 86_400_000) })
      .where(eq(suppression.id, id))
  await end(1)
  expect([await held('grace@fund.example'), await addresses('blocks')]).toEqual([undefined, []])
  await forgetSuppressions(stack.db)
  expect(await stack.db.$count(suppression)).toBe(1)
  await end(31)
  await forgetSuppressions(stack.db)
  expect(await stack.db.$count(suppression)).toBe(0)
})

it('a forgotten person’s address is gone, and still gets no mail', async () => {
  await add('unsubscribe', 'grace@fund.example', 'admin', { reason: 'Grace asked' })
  await stack.db.transaction(db => forgetAddresses(db, stack.frame.settings, ['Grace@fund.example']))
  expect(JSON.stringify(await stack.db.select().from(suppression))).not.toMatch(/grace/i)
  expect(await held('grace@fund.example')).toBe('unsubscribe')
  expect(await listed('unsubscribe')).toMatchObject([{ address: '' }])
})

it('finds those who get no mail among hundreds as among a few, also once their address is forgotten', async () => {
  const { settings } = stack.frame
  const hundreds = Array.from({ length: 500 }, (_, n) => `p${n}@fund${n}.example`)
  const among = async (organisationId: string) =>
    Object.fromEntries(
      [
        ...(await suppressedAmong(stack.db, settings, [...hundreds, 'G.race@Gmail.com'], {
          ...{ organisationId, topic: 'invitations', onlySeen: true },
        })),
      ].map(([address, { kind }]) => [address, kind]),
    )
  expect(await among(quill)).toEqual({})
  await add('blocks', 'p7@fund7.example')
  await add('blocks', '@fund8.example')
  await add('blocks', 'grace@googlemail.com')
  await report('bounces', 'p9@fund9.example')
  const found = {
    ...{ 'p7@fund7.example': 'blocks', 'p8@fund8.example': 'blocks', 'G.race@Gmail.com': 'blocks' },
    'p9@fund9.example': 'bounces',
  }
  expect(await among(quill)).toEqual(found)
  expect(await among(lumen)).toEqual({})
  await stack.db.transaction(db => forgetAddresses(db, settings, ['p7@fund7.example']))
  expect(await among(quill)).toEqual(found)
})

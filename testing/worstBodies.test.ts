import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { calls } from '#app/contract/calls.ts'
import { type AnyCall, pathOf } from '#contract/call.ts'
import { ANYONE_BYTES } from '#contract/declare.ts'
import { listIn, mostOf } from '#contract/form.ts'
import { encodeForm } from '#contract/wire.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { openTestSession } from './people.ts'
import { pitchForm } from './pitchStack.ts'
import { type Stack, startStack } from './startStack.ts'
import { type Body, form, fullest, worstBodies, worstTables } from './worstBodies.ts'

/** The longest time, in milliseconds, for which one request may keep all others waiting. */
const HELD = 20
/** Code that runs for the first time is slow, and so is a turn in which memory is cleared; the fastest of several counts. */
const TRIES = 10
/** Milliseconds of the work by which `slowness` is measured. */
const CALIBRATION = 30

const sendGridKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')

let stack: Stack
beforeAll(async () => {
  stack = await startStack({
    SES_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:mail',
    SENDGRID_WEBHOOK_KEY: sendGridKey,
  })
})
afterAll(() => stack.stop())

const all = (Object.entries(calls) as [string, AnyCall][]).filter(([, c]) => c.method === 'POST')

async function tokenFor(c: AnyCall): Promise<string | undefined> {
  if (c.who === 'anyone') return undefined
  const role = (['presenter', 'admin', 'superadmin'] as const).find(one => c.who.includes(one))
  const { id, organisationId } = stack.people[role ?? 'investor']
  return openTestSession(stack.db, id, organisationId)
}

/** As a socket delivers it. */
async function* chunksOf(bytes: string) {
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length; at += 65_536) {
    yield all.subarray(at, at + 65_536)
    await turn()
  }
}

/** The processor time of this thread, in milliseconds: other processes of a busy machine do not count. */
const spent = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The longest turn of the event loop while something is done. */
async function longestTurn(act: () => Promise<unknown>): Promise<number> {
  let [longest, before, isOver] = [0, spent(), false]
  const look = () => {
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await act()
  await turn()
  isOver = true
  return longest
}

/** How many times longer than on a quiet machine of 2024 a piece of work takes now. */
async function slowness(): Promise<number> {
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, n) => ({ n, text: `${n}` })))
  const took = await longestTurn(async () => {
    await turn()
    for (let n = 0; n < 3; n++) JSON.parse(text)
    await turn()
  })
  return Math.max(1, took / CALIBRATION)
}

/** The kinds of files that a call accepts. */
const acceptsOf = (input: AnyCall['input']): string[] =>
  Object.values(input.shape).flatMap(field => {
    const { accept } = ((field as z.ZodType).meta() ?? {}) as { accept?: string }
    return accept?.split(',') ?? []
  })

/** A dry import of a file. */
const asUpload = (bytes: string, list_id: string) =>
  '--worst\r\ncontent-disposition: form-data; name="dry"\r\n\r\n1\r\n' +
  `--worst\r\ncontent-disposition: form-data; name="list_id"\r\n\r\n${list_id}\r\n` +
  `--worst\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${bytes}\r\n--worst--\r\n`

let sent = 0
/** For how long the event loop stood still while a request was answered, in milliseconds. */
function heldBy(url: string, { type, bytes }: Body, token: string | undefined): Promise<number> {
  const remoteAddress = `10.1.${(sent >> 7) % 250}.${sent++ % 128}`
  const authorization = token && { authorization: `Bearer ${token}` }
  return longestTurn(() =>
    stack.app.inject({
      ...{ method: 'POST', url, remoteAddress },
      payload: Readable.from(chunksOf(bytes)),
      headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(bytes)), ...authorization },
    }),
  )
}

const urlOf = (name: string): string => (name in calls ? pathOf(name, calls[name as keyof typeof calls]) : name)

/** Which request held the others up, and for how long; undefined when it did not. */
async function tooSlow(name: string, body: Body, token: string | undefined): Promise<string | undefined> {
  const url = urlOf(name)
  let held = await heldBy(url, body, token)
  for (let n = 1; n < TRIES && held > HELD; n++) {
    await sleep(n * 10)
    held = Math.min(held, await heldBy(url, body, token))
  }
  if (held <= HELD || held <= HELD * (await slowness())) return undefined
  return `${name}, ${body.what} (${body.type}, ${body.bytes.length} bytes): ${held.toFixed(0)} ms`
}

describe('the largest bodies', { timeout: 300_000 }, () => {
  it('hold the server for no longer than 20 ms, whatever the call', async () => {
    const slow: (string | undefined)[] = []
    const limits = new Set<string>()
    for (const [name, c] of all) {
      const token = await tokenFor(c)
      // how keys are read depends on the limits alone
      const ofLimits = `${c.body} ${c.maxBytes} ${c.maxDepth}`
      for (const body of worstBodies(c, !limits.has(ofLimits))) slow.push(await tooSlow(name, body, token))
      limits.add(ofLimits)
    }
    expect(slow.filter(Boolean)).toEqual([])
    expect(sent).toBeGreaterThan(1000)
  })

  it('hold the server for no longer than 20 ms as a report of a provider of mail, which anyone may send', async () => {
    const upTo = (bytes: number, sign: string) => sign.repeat(Math.floor((bytes - 10) / sign.length))
    const slow: (string | undefined)[] = []
    for (const [route, bytes] of [
      ['/hooks/ses', 400_000],
      ['/hooks/sendgrid', 2_000_000],
    ] as const)
      for (const sign of ['[],', '{},', '"",', '1,', '[', '"\\u005f",', '"k":1,']) {
        const body = { what: `${sign} again and again`, type: 'text/plain', bytes: `[${upTo(bytes, sign)}1]` }
        slow.push(await tooSlow(route, body, undefined))
        expect((await stack.app.inject({ method: 'POST', url: route, payload: body.bytes })).statusCode).toBe(401)
      }
    expect(slow.filter(Boolean)).toEqual([])
  })

  it('hold the server for no longer than 20 ms as a table that is imported', async () => {
    const importing = all.filter(([, { input }]) => acceptsOf(input).includes('.csv'))
    const { id: list_id } = await stack
      .as('superadmin')
      .createList({ list_name: 'Worst', list_type: 'static', shared: true })
    const tables = { importCompanies: 'Name,about_the_company', importListMembers: 'email,name' } as const
    expect(importing.map(([name]) => name).sort()).toEqual(Object.keys(tables))
    // a person may import twenty times at once; only admins change the lists of others
    const { organisationId } = stack.people.admin
    const people = (['admin', 'superadmin', 'useradmin', 'pitchadmin'] as const).map(name => stack.people[name].id)
    const tokens = await Promise.all(people.map(id => openTestSession(stack.db, id, organisationId)))
    const slow: (string | undefined)[] = []
    for (const [name, { maxFileBytes }] of importing) {
      const may = name === 'importCompanies' ? tokens : tokens.slice(0, 2)
      for (const [n, { what, bytes }] of worstTables(maxFileBytes, tables[name as keyof typeof tables]).entries()) {
        const body = { what, type: 'multipart/form-data; boundary=worst', bytes: asUpload(bytes, list_id) }
        slow.push(await tooSlow(name, body, may[n % may.length]))
      }
    }
    expect(slow.filter(Boolean)).toEqual([])
  })

  it('hold the server for no longer than 20 ms while five thousand people are invited, and invited again', async () => {
    const { token } = stack.people.coHost // whose sessions no other test ends
    const asForm = (input: Record<string, unknown>): Body => ({ what: '', type: form, bytes: encodeForm(input) })
    let [first, again] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let n = 0; n < 4 && Math.max(first, again) > HELD; n++) {
      const { id, uuid } = await stack.as('coHost').createPitchByPresenter(pitchForm())
      const people = Array.from({ length: 5000 }, (_, at) => ({ email: `p${n}x${at}@example.test`, firstname: '你好' }))
      const invitation = asForm({ uuid, attendees_arr: people })
      first = Math.min(first, await heldBy(urlOf('invitePitchByManuallyContacts'), invitation, token))
      const invited = await stack.db
        .update(attendee)
        .set({ invitedAt: null })
        .where(eq(attendee.pitchId, id))
        .returning({ id: attendee.id })
      expect(invited).toHaveLength(5000)
      const reminder = asForm({ uuid, invite_ids: invited.map(one => one.id) })
      again = Math.min(again, await heldBy(urlOf('invitePitch'), reminder, token))
      const mailed = and(eq(attendee.pitchId, id), isNotNull(attendee.invitedAt))
      expect(await stack.db.$count(attendee, mailed)).toBe(5000)
    }
    expect(Math.max(first, again)).toBeLessThanOrEqual(HELD * (await slowness()))
  })

  it('have room for what each call accepts, and no more than 16 kB before a sign-in without a reason', () => {
    const sizes = all
      .filter(([, c]) => c.body === 'form')
      .map(([name, c]) => ({ name, size: encodeForm(fullest(c.input) as Record<string, unknown>).length, ...c }))
    expect(sizes.filter(({ size, maxBytes }) => size > maxBytes).map(({ name, size }) => `${name} ${size}`)).toEqual([])
    const wide = all.filter(([, { who, maxBytes }]) => who === 'anyone' && maxBytes > ANYONE_BYTES)
    expect(wide.map(([name]) => name)).toEqual(['createVisitorTicket'])
    expect(all.filter(([, { who, body }]) => who === 'anyone' && body === 'multipart')).toEqual([])
  })

  it('have no list without a limit', () => {
    const lists = all.flatMap(([name, { input }]) =>
      Object.entries(input.shape as Record<string, z.ZodType>).flatMap(([field, schema]) => {
        const list = listIn(schema)
        return list ? [{ name: `${name}.${field}`, most: mostOf(list) }] : []
      }),
    )
    expect(lists.length).toBeGreaterThan(10)
    expect(lists.filter(({ most }) => most === undefined)).toEqual([])
  })
})

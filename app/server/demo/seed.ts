import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { calls } from '#app/contract/calls.ts'
import { randomPassword } from '#app/server/firstSignIn.ts'
import type { Client } from '#contract/call.ts'
import { createClient, readAnswer } from '#contract/client.ts'
import { deviceZone, writeTime } from '#contract/times.ts'
import { encodeValue } from '#contract/wire.ts'
import { openSession } from '#features/access/session/server/openSession.ts'
import { attendeeOf } from '#features/core/part/server/attendeeQueries.ts'
import { wireMoment } from '#features/core/pitch/schedule.ts'
import { insertLink } from '#features/planning/invite/server/linkQueries.ts'
import { linkExpiry } from '#features/planning/invite/server/links.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { newToken } from '#server/tokens.ts'
import { demoDeck } from './deck.ts'
import { type DemoName, type DemoPerson, hasPeople, seedPeople } from './people.ts'

/** What the demo has made; kept in `demo.json` of the data folder, for its owner only. */
export interface DemoFacts {
  /** The password of every person. */
  readonly password: string
  readonly people: Readonly<Record<DemoName, DemoPerson>>
  readonly pitch: { readonly id: number; readonly uuid: string; readonly name: string; readonly startsAt: string }
  readonly links: { readonly presenter: string; readonly investor: string; readonly chineseInvestor: string }
}

const STARTS_IN_MINUTES = 5
const LASTS_MINUTES = 90
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** Makes the demo's people once, and at each start a pitch that is about to begin, unless one still is. */
export async function seedDemo(app: FastifyInstance, frame: Frame): Promise<DemoFacts> {
  const file = join(frame.settings.dataDir, 'demo.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoFacts) : undefined
  const still = kept && (await hasPeople(frame.db, kept.people)) ? kept : undefined
  if (still && Date.parse(still.pitch.startsAt) > rightTime()) return still
  const password = still?.password ?? randomPassword()
  const people = still?.people ?? (await seedPeople(frame.db, password))
  const pitch = await makePitch(app, frame, people)
  const joinAddress = `${frame.settings.publicUrl}/join-session/${pitch.uuid}`
  const facts: DemoFacts = {
    password,
    people,
    pitch,
    links: {
      presenter: `${frame.settings.publicUrl}/login?redirect=${encodeURIComponent(`/join-session/${pitch.uuid}`)}`,
      investor: `${joinAddress}?access_token=${await joinToken(frame, pitch, people.investor)}`,
      chineseInvestor: `${joinAddress}?access_token=${await joinToken(frame, pitch, people.chineseInvestor)}`,
    },
  }
  writeFileSync(file, JSON.stringify(facts, null, 2), { mode: 0o600 })
  return facts
}

/** Signs a person in, and returns the headers of their session with a client that calls in their name. */
async function callsAs(app: FastifyInstance, frame: Frame, person: DemoPerson) {
  const session = await openSession(frame.db, {
    accountId: person.id,
    organisationId: person.organisationId,
    ip: '127.0.0.1',
    userAgent: 'Rostrum demo',
    now: rightNow(),
  })
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const client = createClient(calls, async ({ path, form }) =>
    app
      .inject({
        method: 'POST',
        url: path,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: form,
      })
      .then(reply => reply.json()),
  )
  return { headers, client }
}

/** The way that a presenter goes: the form with the deck, then the pages as they are converted. */
async function makePitch(app: FastifyInstance, frame: Frame, people: DemoFacts['people']): Promise<DemoFacts['pitch']> {
  const { presenter, coHost, moderator, investor, chineseInvestor, pitchadmin } = people
  const { headers, client } = await callsAs(app, frame, presenter)
  const startsAt = new Date(Math.ceil(rightTime() / 60_000 + STARTS_IN_MINUTES) * 60_000)
  const name = 'Tidewater Robotics, Series A'
  const form = new FormData()
  const fields = {
    presentation_name: name,
    presenter_name: presenter.name,
    ...moment('start', startsAt),
    ...moment('end', new Date(startsAt.getTime() + LASTS_MINUTES * 60_000)),
    about: 'Robots that clean the hulls of ships while they load.',
    highlights: 'Permits in Rotterdam, Singapore and Shanghai.\nPaid per saved ton of fuel.',
    dealterms: 'Series A, 12 million dollars, preferred shares.',
    keywords: 'robotics, shipping, climate',
    product_type: 'Equity',
    company_name: 'Tidewater Robotics',
    co_host: coHost.email,
    moderator: moderator.email,
    attendees_arr: [
      { email: investor.email, firstname: 'Ivan', lastname: 'Petrov', language: 'en' },
      { email: chineseInvestor.email, firstname: 'Yilin', lastname: 'Chen', language: 'zh-Hans' },
    ],
  }
  for (const [key, value] of Object.entries(fields)) form.append(key, encodeValue(value))
  form.append('file', new File([new Uint8Array(await demoDeck())], 'Tidewater Robotics.pptx', { type: pptx }))
  const multipart = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/webapi/rest/app/token/createPitchByPresenter',
    headers: { ...headers, 'content-type': multipart.headers.get('content-type') ?? '' },
    payload: Buffer.from(await multipart.arrayBuffer()),
  })
  const { id, uuid } = readAnswer(answer.json(), 'data') as { id: number; uuid: string }
  await untilConverted(client, uuid)
  const reviewer = (await callsAs(app, frame, pitchadmin)).client
  // the demo's organization may have come to require approval since the last start
  const { waiting } = await reviewer.getPitchReview({ uuid })
  if (waiting > 0) await reviewer.approvePitch({ uuid })
  return { id, uuid, name, startsAt: startsAt.toISOString() }
}

function moment(which: 'start' | 'end', at: Date) {
  const { date, time, noon, zone } = wireMoment(at, 'America/New_York')
  return { [`${which}_date`]: date, [`${which}_time`]: time, [`${which}_noon`]: noon, [`${which}_zone`]: zone }
}

async function untilConverted(client: Client<typeof calls>, pitch_uuid: string) {
  for (const until = rightTime() + 60_000; rightTime() < until; await sleep(200)) {
    const { status } = await client.sgGetPitchPagesData({ pitch_uuid })
    if (status === 'ready' || status === 'failed') return
  }
}

/** A join link of the attendee's own, besides the emailed one. */
async function joinToken({ db }: Frame, pitch: DemoFacts['pitch'], person: DemoPerson): Promise<string> {
  const found = await attendeeOf(db, pitch.id, person.id)
  if (!found) throw new Error(`${person.name} was not invited`)
  const { token, hash } = newToken()
  const endsAt = new Date(Date.parse(pitch.startsAt) + LASTS_MINUTES * 60_000)
  await insertLink(db, found.id, hash, linkExpiry({ endsAt }, rightNow()))
  return token
}

/** The instructions that lead a new operator into a live room within a minute. */
export function demoLines({ password, people, pitch, links }: DemoFacts): string[] {
  const at = writeTime(pitch.startsAt, 'en', 'hour', deviceZone() ?? 'UTC')
  return [
    `  The demo: ${pitch.name}, at ${at}, ten slides. Open each link in a window of its own (one of them private):`,
    '',
    `  1. Presenter  ${links.presenter}`,
    `                sign in as ${people.presenter.username} / ${password}, join, and start the pitch`,
    `  2. Investor   ${links.investor}`,
    `  3. 投资人      ${links.chineseInvestor}`,
    '',
    '  Everybody signs in with the same password:',
    ...Object.values(people).map(
      ({ name, username, roles }) => `  ${username.padEnd(8)} ${name.padEnd(16)} ${roles.join(', ')}`,
    ),
    '',
  ]
}

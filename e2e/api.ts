import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DateTime } from 'luxon'
import { calls } from '#app/contract/calls.ts'
import type { DemoName } from '#app/server/demo/people.ts'
import type { Client } from '#contract/call.ts'
import { createClient, readAnswer } from '#contract/client.ts'
import { encodeValue } from '#contract/wire.ts'
import { agree } from '#testing/agree.ts'
import { makePptx } from '#testing/decks.ts'
import { expect, type Stack } from './stack.ts'

/** A person who uses the console through its calls, to prepare a journey. */
export interface Caller extends Client<typeof calls> {
  /** Sends a form with files, which the typed client does not. */
  readonly sendForm: (path: string, form: FormData) => Promise<unknown>
}

export async function callerOf(stack: Stack, username: string, password: string): Promise<Caller> {
  const send = async (path: string, body: URLSearchParams | FormData | string, token = '') => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const answer = await fetch(stack.url + path, { method: 'POST', headers, body })
    return answer.json()
  }
  const grant = new URLSearchParams({ grant_type: 'password', username, password })
  const { access_token } = (await send('/restapi/v1.4/oauth/token/pbx/', grant)) as { access_token: string }
  const client = createClient(calls, ({ path, form }) => send(path, form, access_token))
  await agree(client)
  return { ...client, sendForm: (path, form) => send(path, form, access_token) }
}

/** The person created by the first start. */
export async function superadminOf(stack: Stack): Promise<Caller> {
  const text = await readFile(join(stack.dataDir, 'first-sign-in.txt'), 'utf8')
  return callerOf(stack, 'superadmin', /password:?\s+(\S+)/i.exec(text)?.[1] ?? '')
}

export interface JourneyPitch {
  readonly id: number
  readonly uuid: string
  readonly name: string
}

interface PitchWishes {
  /** The text of each slide. */
  readonly slides?: readonly string[]
  /** A PDF instead of such slides. */
  readonly pdf?: Buffer
  /** The demo's people to be invited. */
  readonly attendees?: readonly DemoName[]
  readonly startsInMinutes?: number
  /** Overrides for fields of the form. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A new pitch for one journey, by the demo's presenter with co-host and moderator, as soon as its pages are ready. */
export async function makePitch(stack: Stack, wishes: PitchWishes = {}): Promise<JourneyPitch> {
  const { people, password } = stack.facts
  const { slides = ['Start', 'Middle', 'End'], attendees = [], startsInMinutes = 10 } = wishes
  const paula = await callerOf(stack, people.presenter.username, password)
  const name = `Journey ${Math.random().toString(36).slice(2, 8)}`
  const moment = (which: 'start' | 'end', minutes: number) => {
    const at = DateTime.utc().plus({ minutes })
    return Object.entries({ date: 'MM/dd/yyyy', time: 'hh:mm', noon: 'a' })
      .map(([part, format]): [string, unknown] => [`${which}_${part}`, at.toFormat(format)])
      .concat([[`${which}_zone`, 'UTC']])
  }
  const fields = {
    presentation_name: name,
    presenter_name: people.presenter.name,
    ...Object.fromEntries([...moment('start', startsInMinutes), ...moment('end', startsInMinutes + 60)]),
    co_host: people.coHost.email,
    moderator: people.moderator.email,
    attendees_arr: attendees.map(who => {
      const [firstname = '', lastname = ''] = people[who].name.split(' ')
      return { email: people[who].email, firstname, lastname, language: 'en' }
    }),
    ...wishes.fields,
  }
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, encodeValue(value))
  const deck = wishes.pdf ?? (await makePptx(slides.map(title => ({ title }))))
  form.append('file', new File([new Uint8Array(deck)], wishes.pdf ? 'deck.pdf' : 'deck.pptx'))
  const made = await paula.sendForm('/webapi/rest/app/token/createPitchByPresenter', form)
  const { id, uuid } = readAnswer(made, 'data') as { id: number; uuid: string }
  await expect
    .poll(async () => (await paula.sgGetPitchPagesData({ pitch_uuid: uuid })).status, { timeout: 60_000 })
    .toBe('ready')
  return { id, uuid, name }
}

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { type CaptionLanguage, captionLanguages } from '#features/talk/caption/rules.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { startTranslateServer, type TranslateServer } from '#testing/translateServer.ts'
import { captionTranslation } from '../tables.ts'
import { providerOf } from './providers.ts'
import { translateOnce } from './translateForReaders.ts'
import { translate, translateStatus } from './translator.ts'

let provider: TranslateServer
let stack: RoomStack
beforeAll(async () => {
  provider = await startTranslateServer()
  stack = await startRooms({ TRANSLATE_PROVIDER: 'google', TRANSLATE_URL: provider.url, TRANSLATE_KEY: 'g-key' })
})
beforeEach(() => {
  provider.asked.length = 0
  Object.assign(provider.behaviour, { status: 200, waits: 0, change: (html: string, to: string) => `${to}: ${html}` })
})
afterEach(() => stack.empty())
afterAll(async () => {
  await stack.stop()
  await provider.stop()
})

const settingsOf = (name: string, url = provider.url) =>
  readSettings({ TRANSLATE_PROVIDER: name, TRANSLATE_URL: url, TRANSLATE_KEY: 'a-key' })
const frameOf = (settings: ReturnType<typeof readSettings>) => ({ settings, log: stack.frame.log })

const say = async (pitch_uuid: string, text: string, language: CaptionLanguage = 'en') => {
  const id = randomUUID()
  await stack.as('presenter').sendCaption({ pitch_uuid, id, text, language, final: true })
  return id
}
const reader = async (
  made: Awaited<ReturnType<typeof seedPitch>>,
  who: 'investor' | 'member',
  language: CaptionLanguage,
) => {
  const { token } = await seedAttendee(stack, made, stack.people[who])
  const seen = follow(stack.connect({ token }, made.uuid))
  await until(() => seen.first)
  const there = 'select from attendance where pitch_id = $1 and account_id = $2'
  await until(async () => (await stack.frame.pool.query(there, [made.id, stack.people[who].id])).rowCount)
  await stack.withToken(token).setCaptionLanguage({ pitch_uuid: made.uuid, language })
  return { seen, client: stack.withToken(token) }
}
const live = async () => {
  const made = await seedPitch(stack, { presenterName: 'Ada Lovelace', companyName: 'Quill' })
  await stack.as('presenter').startPitch({ uuid: made.uuid })
  return made
}
const signalsOf = (seen: ReturnType<typeof follow>, type: string) =>
  seen.signals.filter(signal => signal.type === type).map(signal => signal.payload as Record<string, string>)

describe('the providers', () => {
  it('[PROD-019] speak to Google, DeepL and LibreTranslate by their own APIs, keys and names of languages', async () => {
    const names = { google: 'zh-TW', deepl: 'ZH-HANT', libretranslate: 'zt' }
    for (const name of ['google', 'deepl', 'libretranslate'] as const) {
      const { translate: settings } = settingsOf(name)
      if (!settings) throw new Error('no settings')
      const one = providerOf(settings)
      for (const target of captionLanguages) await one.translate('<b>hello</b>', 'pt', target)
      const last = provider.asked.filter(asked => asked.api === name)
      expect(last).toHaveLength(13)
      expect(last[1]).toMatchObject({ key: 'a-key', html: '<b>hello</b>', target: names[name] })
      expect(last[1]?.source?.toLowerCase()).toBe('pt')
      expect(new Set(last.map(asked => asked.target)).size).toBe(13)
    }
    expect(provider.asked.filter(asked => asked.api === 'deepl').map(asked => asked.target)).toEqual(
      expect.arrayContaining(['EN-US', 'PT-PT', 'ZH-HANS', 'NL']),
    )
  })

  it('[PROD-019] are named by the settings, with what each needs', () => {
    expect(() => readSettings({ TRANSLATE_PROVIDER: 'deepl' })).toThrow('TRANSLATE_KEY is missing')
    expect(() => readSettings({ TRANSLATE_PROVIDER: 'libretranslate' })).toThrow('TRANSLATE_URL is missing')
    expect(() => readSettings({ TRANSLATE_KEY: 'k' })).toThrow('TRANSLATE_PROVIDER is missing')
    expect(() => readSettings({ TRANSLATE_PROVIDER: 'babel' })).toThrow('must be one of')
    const free = readSettings({ TRANSLATE_PROVIDER: 'deepl', TRANSLATE_KEY: 'k:fx' }).translate
    expect(free?.url).toBe('https://api-free.deepl.com')
  })
})

describe('a translation', () => {
  const said = 'Ada Lovelace of Quill raises $2.5 million, 37% of it for $QLL, with our ARR.'
  /** A sentence in each language, and what of it must stay; those and no other digits. */
  const sentences: Record<CaptionLanguage, readonly [string, ...string[]]> = {
    en: [
      'Ada Lovelace of Quill raises $2.5 million at a cap of €20,000,000, 37% of it for NASDAQ: QLV with our ARR.',
      ...['$2.5 million', '€20,000,000', 'NASDAQ: QLV'],
    ],
    de: [
      'Ada Lovelace von Quill sucht 2,5 Millionen Euro, davon 37% für $QLL, bei 1.200.000 € ARR.',
      ...['2,5 Millionen Euro', '$QLL', '1.200.000 €'],
    ],
    fr: [
      'Ada Lovelace de Quill lève 2,5 millions d’euros, dont 37% pour $QLL, avec 1 200 000 € de ARR.',
      ...['2,5 millions d’euros', '$QLL', '1 200 000 €'],
    ],
    es: [
      'Ada Lovelace de Quill busca 2,5 millones de euros, el 37% para $QLL, con 1.200.000 € de ARR.',
      ...['2,5 millones de euros', '$QLL', '1.200.000 €'],
    ],
    it: [
      'Ada Lovelace di Quill raccoglie 2,5 milioni di euro, il 37% per $QLL, con 1.200.000 € di ARR.',
      ...['2,5 milioni di euro', '$QLL', '1.200.000 €'],
    ],
    pt: [
      'Ada Lovelace da Quill busca R$ 2,5 milhões, 37% para $QLL, com 1.200.000 reais de ARR.',
      ...['R$ 2,5 milhões', '$QLL', '1.200.000 reais'],
    ],
    nl: [
      'Ada Lovelace van Quill haalt 2,5 miljoen euro op, 37% voor $QLL, met € 1.200.000 ARR.',
      ...['2,5 miljoen euro', '$QLL', '€ 1.200.000'],
    ],
    hu: [
      'Ada Lovelace a Quill nevében 2,5 millió forintot kér, 37%-ot a $QLL részére, 1 200 000 Ft a ARR mellett.',
      ...['2,5 millió forintot', '$QLL', '1 200 000 Ft'],
    ],
    ru: [
      'Ada Lovelace из Quill привлекает 2,5 млн евро, 37% для $QLL, при 1 200 000 ₽ ARR.',
      ...['2,5 млн евро', '$QLL', '1 200 000 ₽'],
    ],
    ja: [
      'QuillのAda Lovelaceは2.5億円を調達し、37%を$QLLに、ARRは1,200,000ドルです。',
      ...['2.5億円', '$QLL', '1,200,000ドル'],
    ],
    ko: [
      'Quill의 Ada Lovelace는 25억 원을 모집하고 37%는 $QLL에, ARR은 1,200,000달러입니다.',
      ...['25억 원', '$QLL', '1,200,000달러'],
    ],
    'zh-Hans': [
      'Quill的Ada Lovelace融资250万美元，其中37%用于$QLL，ARR为1,200,000元。',
      ...['250万美元', '$QLL', '1,200,000元'],
    ],
    'zh-Hant': [
      'Quill的Ada Lovelace募資250萬美元，其中37%用於$QLL，ARR為1,200,000元。',
      ...['250萬美元', '$QLL', '1,200,000元'],
    ],
  }
  const alike = ['Ada Lovelace', 'Quill', '37%', 'ARR']
  /** Every word is another one, every marked piece says something else, comes in another order and is written otherwise. */
  const hostile = (html: string) => {
    const spans = [...html.matchAll(/id="(k\d+)"/g)].map(([, id], i) =>
      i % 2
        ? `<SPAN  ID=${id} translate="no">wr&ouml;ng</SPAN >`
        : `<span class="x" id='${id}'>$99 <b>Million</b></span>`,
    )
    return `changed ${spans.reverse().join(' changed, ')} changed.`
  }

  it('[PROD-019, I18N-006] keeps amounts, names and tickers from and into all twelve, though the provider changes everything', async () => {
    provider.behaviour.change = hostile
    const names = ['Ada Lovelace', 'Quill']
    for (const name of ['google', 'deepl', 'libretranslate'] as const) {
      const frame = frameOf(settingsOf(name))
      for (const source of captionLanguages)
        for (const target of captionLanguages.filter(language => language !== source)) {
          const [sentence, ...own] = sentences[source]
          const found = await translate(frame, sentence, { source, target, names })
          const text = typeof found === 'string' ? found : found.text
          const pieces = [...own, ...alike]
          // each as often as it was said, and letter by letter
          for (const piece of pieces) expect([source, piece, text.split(piece).length]).toEqual([source, piece, 2])
          const rest = pieces.reduce((left, piece) => left.replace(piece, ''), text)
          expect(rest).toMatch(/^[changed ,.]+$/)
        }
    }
  })

  it('[PROD-019] is thrown away when the provider loses or doubles what must stay', async () => {
    for (const change of [
      (html: string) => html.replace(/<[^>]*>/g, ''),
      (html: string) => html + html,
      (html: string) => html.replace(/k(\d)/g, 'k9$1'),
      () => '',
    ]) {
      provider.behaviour.change = change
      expect(await translate(frameOf(settingsOf('google')), said, { source: 'en', target: 'de', names: [] })).toBe(
        'down',
      )
    }
  })

  it('[PROD-019] is made for the languages of readers in the room, and for each sentence once', async () => {
    const made = await live()
    const french = await reader(made, 'investor', 'fr')
    const chinese = await reader(made, 'member', 'zh-Hans')
    const id = await say(made.uuid, 'We grew fast.')
    await until(
      () => signalsOf(french.seen, 'captionTranslated').length && signalsOf(chinese.seen, 'captionTranslated').length,
    )
    expect(signalsOf(french.seen, 'captionTranslated')).toEqual([
      { id, speaker: stack.people.presenter.id, language: 'fr', of: 'We grew fast.', text: 'fr: We grew fast.' },
    ])
    expect(signalsOf(chinese.seen, 'captionTranslated')[0]).toMatchObject({
      language: 'zh-Hans',
      text: 'zh-CN: We grew fast.',
    })
    expect(provider.asked.map(asked => asked.target).sort()).toEqual(['fr', 'zh-CN'])

    // another window of theirs reads in another language, and ends: this one reads on
    const other = { pitch_uuid: made.uuid, window: randomUUID() }
    await french.client.setCaptionLanguage({ ...other, language: 'hu' })
    await french.client.setCaptionLanguage({ ...other, reading: false })
    await say(made.uuid, 'And faster.')
    await until(() => signalsOf(french.seen, 'captionTranslated').length === 2)
    expect(signalsOf(french.seen, 'captionTranslated')[1]?.['text']).toBe('fr: And faster.')
    await until(() => signalsOf(chinese.seen, 'captionTranslated').length === 2)
    provider.asked.length = 2

    // the same words again, and a reader of the language that is spoken: nothing is asked
    await french.client.setCaptionLanguage({ pitch_uuid: made.uuid, language: 'en' })
    await say(made.uuid, 'We grew fast.')
    await until(() => signalsOf(chinese.seen, 'captionTranslated').length === 3)
    expect(provider.asked).toHaveLength(2)
    const kept = await chinese.client.sgGetPitchCaptionsData({ pitch_uuid: made.uuid, language: 'zh-Hans' })
    const [fast, faster] = ['zh-CN: We grew fast.', 'zh-CN: And faster.']
    expect(kept.items.map(item => item.translation)).toEqual([fast, faster, fast])
    const languages = await chinese.client.sgGetPitchCaptionL({ pitch_uuid: made.uuid })
    expect(languages).toMatchObject({ translated: ['fr', 'zh-Hans'], translation: 'on' })

    // a reader who has left reads nothing
    await stack.empty()
    await until(async () => {
      const { rows } = await stack.frame.pool.query(
        'select 1 from attendance where pitch_id = $1 and left_at is null',
        [made.id],
      )
      return rows.length === 0
    })
    await say(made.uuid, 'Nobody hears this.')
    expect(provider.asked).toHaveLength(2)
  })

  it('[PROD-019] is asked for once, also when two ask at the same moment', async () => {
    const made = await live()
    provider.behaviour.waits = 200
    const sentence = { text: 'Both at once.', language: 'en' as const, speakerName: 'Paul Presenter' }
    const both = await Promise.all([1, 2].map(() => translateOnce(stack.frame, made, sentence, 'it')))
    expect(both).toEqual([{ text: 'it: Both at once.' }, { text: 'it: Both at once.' }])
    expect(provider.asked).toHaveLength(1)
  })
})

describe('a provider that is slow', () => {
  it('[PROD-019] is not waited for, and of what it says in the end one translation is kept', async () => {
    const made = await live()
    const sentence = { text: 'Take your time.', language: 'en' as const, speakerName: 'Paul Presenter' }
    // each with a memory of its own of who failed
    const ask = () => translateOnce({ ...stack.frame, settings: { ...stack.frame.settings } }, made, sentence, 'nl')
    provider.behaviour.waits = 6500
    expect(await ask()).toBe('down')
    provider.behaviour.waits = 0
    const all = [...(await Promise.all([ask(), ask()])), await ask()]
    expect(all).toEqual(Array(3).fill({ text: 'nl: Take your time.' }))
    await until(() => provider.asked.length === 2) // the one that came too late, and the one that was kept
    expect(await stack.db.$count(captionTranslation, eq(captionTranslation.pitchId, made.id))).toBe(1)
  }, 30_000)
})

describe('googleTranslation', () => {
  it('[CALL-215, PROD-019] translates a text into a language, at a pace, or says that translation is off or down', async () => {
    const other = await startRooms({ TRANSLATE_PROVIDER: 'libretranslate', TRANSLATE_URL: provider.url })
    const without = await startRooms()
    try {
      const text = 'It costs $5.'
      const investor = other.as('investor')
      expect(await investor.googleTranslation({ text, target: 'ja' })).toEqual({
        text: 'ja: It costs $5.',
        target: 'ja',
      })
      const off = without.as('investor').googleTranslation({ text, target: 'ja' })
      await expect(off).rejects.toMatchObject({ code: 'TranslationOff' })
      provider.behaviour.status = 500
      await expect(investor.googleTranslation({ text, target: 'ko' })).rejects.toMatchObject({
        code: 'TranslationDown',
      })
      const many = Array.from({ length: 12 }, () => other.as('member').googleTranslation({ text, target: 'ko' }))
      const codes = (await Promise.allSettled(many)).map(one => one.status === 'rejected' && one.reason.code)
      expect(codes).toContain('TooManyRequests')
      await expect(other.as('nobody').googleTranslation({ text, target: 'ko' })).rejects.toMatchObject({
        code: 'NotSignedIn',
      })
      await expect(investor.googleTranslation({ text, target: 'tlh' as 'ko' })).rejects.toMatchObject({
        code: 'InputInvalid',
      })
    } finally {
      await Promise.all([other.stop(), without.stop()])
    }
  })
})

describe('exportPitchCaptions', () => {
  it('gives those who manage a pitch its captions as WebVTT, as spoken and as translated', async () => {
    const made = await live()
    const { seen } = await reader(made, 'investor', 'es')
    await say(made.uuid, 'Profit --> & <growth>')
    await until(() => signalsOf(seen, 'captionTranslated').length)
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    const spoken = await stack.as('presenter').exportPitchCaptions({ uuid: made.uuid })
    expect(spoken.filename).toBe('Seed-round.vtt')
    expect(spoken.vtt).toMatch(
      /^WEBVTT\nLanguage: en\n\n1\n00:00:\d\d\.\d{3} --> 00:00:\d\d\.\d{3}\n<v Paul Presenter>Profit --&gt; &amp; &lt;growth&gt;\n$/,
    )
    const spanish = await stack.as('presenter').exportPitchCaptions({ uuid: made.uuid, language: 'es' })
    expect(spanish.filename).toBe('Seed-round-es.vtt')
    expect(spanish.vtt).toContain('<v Paul Presenter>es: Profit --&gt; &amp; &lt;growth&gt;')
    for (const who of ['investor', 'lumenPresenter'] as const)
      await expect(stack.as(who).exportPitchCaptions({ uuid: made.uuid })).rejects.toMatchObject({
        code: 'PitchNotFound',
      })
  })
})

// at the end, because a provider that failed is left alone for a while
describe('without a provider that answers, a translation', () => {
  it('[PROD-019] is off, and says so, when the provider is down: captions go on', async () => {
    const made = await live()
    const { seen, client } = await reader(made, 'investor', 'hu')
    provider.behaviour.status = 503
    await say(made.uuid, 'Is anybody there?')
    await until(() => signalsOf(seen, 'captionTranslationOff').length)
    expect(signalsOf(seen, 'captionTranslationOff')).toEqual([{ language: 'hu', translation: 'down' }])
    expect(seen.view?.room.captions.map(caption => caption.text)).toEqual(['Is anybody there?'])
    expect(translateStatus(stack.frame)).toBe('off: Google does not answer, captions are shown as spoken')
    const answer = await client.setCaptionLanguage({ pitch_uuid: made.uuid, language: 'hu' })
    expect(answer).toEqual({
      ...{ language: 'hu', translation: 'down', speech: 'browser' },
      names: ['Ada Lovelace', 'Quill'],
    })
    expect(translateStatus(frameOf(readSettings({})))).toMatch(/^off: TRANSLATE_PROVIDER is not set/)
  })
})

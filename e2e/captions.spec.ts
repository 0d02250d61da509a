import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { type SpeechServer, startSpeechServer } from '#testing/speechServer.ts'
import { startTranslateServer, type TranslateServer } from '#testing/translateServer.ts'
import { voiceRecording } from '#testing/voice.ts'
import { makePitch } from './api.ts'
import { enter, startPitch } from './room.ts'
import { test as base, expect, type Stack } from './stack.ts'

/** The presenter's repeated sentences. */
const sentences = [
  'We raise $2.5 million for Quill.',
  'Revenue grew 37% to €20,000,000.',
  'Ask Ada Lovelace about $QLL.',
]

interface Spoken {
  speech: SpeechServer
  translate: TranslateServer
  /** A browser whose microphone speaks, pauses, and speaks again. */
  speaking: Browser
}

/** A separate console with stand-ins for the providers of speech and translation. */
const test = base.extend<object, { spoken: Spoken }>({
  spoken: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use, { project }) => {
      const folder = await mkdtemp(join(tmpdir(), 'rostrum-voice-'))
      const recording = join(folder, 'voice.wav')
      await writeFile(recording, voiceRecording({ hertz: 220, milliseconds: 1800, pause: 1800, times: 8 }))
      const { launchOptions } = project.use
      const speaking = await chromium.launch({
        ...launchOptions,
        args: [...(launchOptions?.args ?? []), `--use-file-for-fake-audio-capture=${recording}`],
      })
      const speech = await startSpeechServer(({ count }) => sentences[count % sentences.length] ?? '')
      const translate = await startTranslateServer()
      await use({ speech, translate, speaking })
      await speaking.close()
      await Promise.all([speech.stop(), translate.stop(), rm(folder, { recursive: true })])
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stack: [
    async ({ spoken }, use) => {
      const console = await startConsoleProcess({
        mode: 'demo',
        env: {
          ...{ SPEECH_PROVIDER: 'deepgram', SPEECH_URL: spoken.speech.url, SPEECH_KEY: 'a-speech-key' },
          ...{ TRANSLATE_PROVIDER: 'google', TRANSLATE_URL: spoken.translate.url, TRANSLATE_KEY: 'a-translate-key' },
        },
      })
      await use({ ...console, facts: await console.demo() })
      expect(console.output()).not.toMatch(/a-(speech|translate)-key/)
      await console.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// four rooms with video on one machine are slow
test.use({ actionTimeout: 30_000 })

const words = {
  en: ['Captions', 'Show captions', 'Language', 'Close', 'Caption options'],
  zh: ['字幕', '显示字幕', '语言', '关闭', '字幕选项'],
} as const

/** Opens the captions dialog, switches captions on and chooses a language. */
async function read(page: Page, language: string, names: readonly string[] = words.en): Promise<void> {
  const [title = '', show = '', which = '', close = '', settings = ''] = names
  await page.getByRole('button', { name: settings }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel(show).check()
  await dialog.getByLabel(which, { exact: true }).first().selectOption(language)
  await dialog.getByRole('button', { name: close }).click()
}
/** No violation in a part of the page: with four rooms open a whole page takes long, and captions continue meanwhile. */
async function isAccessible(page: Page, part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).setLegacyMode(true).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([])
}
const sees = (page: Page, text: string | RegExp) =>
  expect(page.locator('.captions-text', { hasText: text }).first()).toBeVisible({ timeout: 20_000 })

test('[PROD-018, PROD-019] speech on stage is read in three languages at once', async ({ browser, stack, spoken }) => {
  test.setTimeout(400_000)
  const { speech, translate, speaking } = spoken
  const pitch = await makePitch(stack, { attendees: ['investor', 'chineseInvestor', 'member'] })
  const paula = await startPitch(speaking, stack as Stack, pitch)
  const ivan = await enter(browser, stack as Stack, 'investor', pitch)
  const yilin = await enter(browser, stack as Stack, 'chineseInvestor', pitch)
  const max = await enter(browser, stack as Stack, 'member', pitch)

  await test.step('without readers, nothing is sent to a provider', async () => {
    await new Promise(resolve => setTimeout(resolve, 4000))
    expect(speech.heard).toEqual([])
  })

  await test.step('each in their own language, amounts and names as said', async () => {
    await read(ivan, 'fr')
    await read(yilin, 'zh-Hans', words.zh)
    await read(max, 'de')
    await Promise.all([
      sees(ivan, /^fr: .*(\$2\.5 million|37%|\$QLL)/),
      sees(yilin, /^zh-CN: .*(\$2\.5 million|37%|\$QLL)/),
      sees(max, /^de: .*(\$2\.5 million|37%|\$QLL)/),
    ])
    const heard = speech.heard[0]
    expect(heard).toMatchObject({ api: 'deepgram-stream', key: 'a-speech-key', language: 'en' })
    // three sentences, three languages, each once, however often they are spoken
    await expect.poll(() => translate.asked.length, { timeout: 30_000 }).toBe(9)
    await new Promise(resolve => setTimeout(resolve, 4000))
    expect(translate.asked).toHaveLength(9)
  })

  await test.step('with the original beside it, larger, elsewhere and in another contrast, as each one likes', async () => {
    await ivan.getByRole('button', { name: 'Caption options' }).click()
    const dialog = ivan.getByRole('dialog', { name: 'Captions' })
    await dialog.getByLabel('Show the original beside it').check()
    await dialog.getByLabel('Size').selectOption('huge')
    await dialog.getByLabel('Position').selectOption('top')
    await dialog.getByLabel('Contrast').selectOption('light')
    await isAccessible(ivan, '.piece-dialog-body')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(ivan.locator('.captions.huge.top.light')).toBeAttached()
    await expect(ivan.locator('.captions-original').first()).toBeVisible({ timeout: 20_000 })
    await isAccessible(ivan, '.captions')
    await ivan.reload()
    await expect(ivan.locator('.captions.huge.top.light')).toBeAttached()
    await sees(ivan, /^fr: /)
  })

  await test.step('the presenter sees which provider receives the sound, and chooses a language and whether all is captioned', async () => {
    await paula.getByRole('button', { name: 'Caption options' }).click()
    const dialog = paula.getByRole('dialog', { name: 'Captions' })
    await expect(dialog).toContainText('sends the audio to Deepgram')
    await dialog.getByLabel('The language you speak').selectOption('es')
    await expect.poll(() => speech.heard.at(-1)?.language, { timeout: 20_000 }).toBe('es')
    await dialog.getByLabel('The language you speak').selectOption('en')
    await dialog.getByLabel('Always caption, even when no one is reading').check()
    await isAccessible(paula, '.piece-dialog-body')
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('without translation the original shows, and without speech nothing pretends', async () => {
    translate.behaviour.status = 503
    speech.behaviour.words = ({ count }) => `Nobody has said this before: ${'again '.repeat(count % 7)}`
    await sees(max, /^Nobody has said this before/)
    await expect(max.getByText('Translation is unavailable right now. Captions are shown as spoken.')).toBeVisible()
    speech.behaviour.status = 503
    for (const stream of speech.streams) stream.terminate()
    await expect(max.getByText(/^Live captions are paused because the speech service isn’t responding\./)).toBeVisible({
      timeout: 30_000,
    })
    translate.behaviour.status = 200
    speech.behaviour.words = () => 'And here we are again.'
    speech.behaviour.status = 200
    await sees(max, /^And here we are again\.|^de: And here we are again\./)
    await expect(max.getByText(/^Live captions are paused because the speech service isn’t responding\./)).toBeHidden()
  })

  await test.step('afterwards they are there as a file', async () => {
    await paula.getByRole('button', { name: 'End pitch' }).click()
    await paula.getByRole('button', { name: 'End pitch for everyone' }).click()
    await expect(paula).toHaveURL(new RegExp(`/pitch-management/${pitch.uuid}`), { timeout: 20_000 })
    const [download] = await Promise.all([
      paula.waitForEvent('download'),
      paula.getByRole('button', { name: 'Captions (WebVTT)' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const vtt = Buffer.concat(chunks).toString()
    expect(vtt).toMatch(/^WEBVTT\n/)
    expect(vtt).toContain(`<v ${stack.facts.people.presenter.name}>We raise $2.5 million for Quill.`)
  })
})

import { describe, expect, it } from 'vitest'
import { captionLanguages } from '#features/talk/caption/rules.ts'
import { newBrowserTranslations, type TranslatorMaker } from './browserTranslator.ts'

const text = 'Ada Lovelace of Quill raises $2.5 million, 37% of it for $QLL, with our ARR.'
const pieces = ['Ada Lovelace', 'Quill', '$2.5 million', '37%', '$QLL', 'ARR']
const said = { id: '1', text, language: 'en', name: 'Ada Lovelace' } as const

/** A browser whose translator makes of each text what it is told to. */
const browser = (change: (text: string, target: string) => string, missing: readonly string[] = []) => {
  const asked: string[] = []
  const maker: TranslatorMaker = {
    availability: async ({ targetLanguage }) => (missing.includes(targetLanguage) ? 'unavailable' : 'available'),
    create: async ({ targetLanguage }) => ({
      translate: async given => {
        asked.push(`${targetLanguage} ${given}`)
        return change(given, targetLanguage)
      },
    }),
  }
  return { asked, translations: newBrowserTranslations(maker) }
}

describe('the browser’s own translator', () => {
  it('[PROD-019, I18N-006] keeps amounts, names and tickers as said in all twelve, though it changes everything else', async () => {
    const { translations } = browser(given =>
      given
        .replace(/[^\d[\]]+/g, ' changed ')
        .replace(/\[/g, '【 ')
        .replace(/\]/g, '】'),
    )
    for (const target of captionLanguages.filter(language => language !== 'en')) {
      const found = (await translations.of(said, target, ['Quill'])) ?? ''
      for (const piece of pieces) expect(found.split(piece)).toHaveLength(2)
      expect(found).not.toContain('raises')
    }
  })

  it('[PROD-019] gives no translation that lost, doubled or made up what must stay', async () => {
    for (const change of [
      (given: string) => given.replace('[0]', ''),
      (given: string) => `${given} [1]`,
      (given: string) => given.replace('[2]', '[9]'),
      () => '',
    ])
      expect(await browser(change).translations.of(said, 'de', [])).toBeUndefined()
    expect(
      await browser(given => given).translations.of({ ...said, text: 'See [1] for $5.' }, 'de', []),
    ).toBeUndefined()
  })

  it('[PROD-019] translates each sentence once, and nothing where the browser cannot', async () => {
    const { asked, translations } = browser((given, target) => `${target}: ${given}`, ['hu'])
    const once = { ...said, text: 'We grew fast.' }
    const both = await Promise.all([translations.of(once, 'zh-Hans', []), translations.of(once, 'zh-Hans', [])])
    expect(both).toEqual(['zh: We grew fast.', 'zh: We grew fast.'])
    expect(asked).toHaveLength(1)
    expect(await translations.of(once, 'hu', [])).toBeUndefined()
    expect(await newBrowserTranslations(undefined).of(once, 'fr', [])).toBeUndefined()
  })
})

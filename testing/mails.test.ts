import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { type Language, languages } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import type { Letter } from '#features/notify/mail/server/letter.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'
import { choiceWords } from '#features/results/feedback/server/choiceWords.ts'
import { everyMail, mailData } from './everyMail.ts'

/** Every text of the language files comes in brackets, so that what stands outside them is in no language file. */
vi.mock('#server/texts.ts', async original => {
  const { textsIn } = await original<typeof import('#server/texts.ts')>()
  const marked = (language: Language, namespace: 'mail') => {
    const t = textsIn(language, namespace) as (key: string, values: object) => string
    return (key: string, values: object = {}) => `⟦${t(key, values)}⟧`
  }
  return { textsIn: marked }
})

const mails = Object.entries(everyMail).flatMap(([word, kinds]) =>
  Object.entries(kinds).map(([kind, write]) => [`${word} ${kind}`, write] as const),
)

/** A letter with both of its bodies. */
function written(letter: Letter | undefined) {
  if (!letter) throw new Error('no such mail')
  return { subject: letter.subject, ...mailPage(letter.page) }
}

/** What is left of a text without the texts of the language files. */
function outside(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '')
  return rest === text ? rest : outside(rest)
}

describe('[I18N-001] every mail', () => {
  it('is among those that are looked at here', () => {
    const known = readFileSync(new URL('everyMail.ts', import.meta.url), 'utf8')
    const written = globSync('features/*/*/server/*mails.ts').concat(globSync('features/*/*/server/*Emails.ts'))
    const names = written.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/export function (\w+Mail)\(/g)].map(([, name]) => name),
    )
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter(name => !known.includes(`.${name}(`))).toEqual([])
  })

  it('names the product once in an invitation to its first organization, which has the same name', () => {
    const { subject, text } = written(everyMail['registration']?.['superadmin']?.('en'))
    expect(subject).toBe('⟦Your invitation to Rostrum⟧')
    expect(text).toMatch(/invited you to join Rostrum ⟦as a super admin/)
  })

  it('says to those who left a pitch’s team that they were on it', () => {
    for (const mail of ['handover', 'removal'])
      expect(written(everyMail['invite']?.[mail]?.('en')).text, mail).toContain('because you were on this pitch’s team')
    expect(written(everyMail['invite']?.['update']?.('en')).text).toContain('because you’re on this pitch’s team')
  })

  describe.each(languages)('in %s', language => {
    const clock = (style: 'mailed' | 'clock' | 'day', hour = 15) =>
      writeTime(new Date(`2026-11-24T${hour}:00:00Z`), language, style, 'America/New_York')
    const clocks = [clock('mailed'), clock('mailed', 16), clock('clock'), clock('day')]
    const data = [...clocks, ...Object.values(choiceWords[language])]

    it.each(mails)('says nothing that is not in the language files: %s', (_, write) => {
      const { subject, text, html } = written(write(language))
      const rest = data.reduce((left, known) => left.replaceAll(known, ''), outside(`${subject}\n${text}`))
      expect(rest.replace(mailData, '')).not.toMatch(/\p{L}{2}/u)
      expect(text).not.toMatch(/\{\{|undefined|\[object|[a-z]\.[a-z]+⟧/)
      expect(html).toContain(`<html lang="${language}">`)
    })

    it('writes numbers in groups, and one of a thing as one', () => {
      const { text } = written(everyMail['report']?.['results']?.(language))
      expect(text.match(/1,200/g)).toHaveLength(2)
      expect(text).not.toMatch(/1200|\b1 investors/)
    })

    it('has a colon of its language behind its labels', () => {
      const { text } = written(everyMail['recovery']?.['username']?.(language))
      expect(text).toContain(language === 'en' ? '⟧: adalovelace' : '⟧：adalovelace')
      expect(text).toContain(language === 'en' ? '⟧:\nhttps' : '⟧：\nhttps')
    })
  })
})

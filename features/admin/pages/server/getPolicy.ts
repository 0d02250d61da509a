import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '#contract/fields.ts'
import { type OwnTexts, ownTexts, versionOf } from '#features/access/policy/server/policyTexts.ts'
import type { pagesCalls } from '#features/admin/pages/contract.ts'
import type { Handler } from '#server/context.ts'
import type { Settings } from '#server/settings.ts'
import { textsIn } from '#server/texts.ts'

const defaults = new URL('./policies/', import.meta.url).pathname
const types = { 'privacy-policy': 'privacy_policy', 'terms-of-service': 'terms_of_service' } as const

export const getPolicy: Handler<typeof pagesCalls.getPolicy> = async ({ input, frame }) => {
  const { kind, language } = input
  const { settings } = frame
  const version = await versionOf(frame, types[kind])
  const own = pick(await ownTexts(settings.dataDir, types[kind]), language)
  if (own) return { ...own, version, is_own: true }
  const text = await readFile(join(defaults, language, `${kind}.md`), 'utf8')
  return { text: filledIn(text, settings, language), language, version, is_own: false }
}

/** The language that was asked for, else any: only an operator's own words bind them. */
function pick(texts: OwnTexts, wanted: Language): { text: string; language: Language } | undefined {
  const language = [wanted, ...languages].find(one => texts[one])
  return language && { text: texts[language] ?? '', language }
}

/** The texts that come with the console name who runs it; signs that Markdown would read stay signs. */
function filledIn(text: string, settings: Settings, language: Language): string {
  const t = textsIn(language, 'pages')
  const plain = (value: string) => value.replace(/[\\`*_[\]<>#]/g, '\\$&')
  const values: Record<string, string> = {
    operator: settings.operatorName ? plain(settings.operatorName) : t('operator'),
    contact: settings.supportEmail ? plain(settings.supportEmail) : t('contact'),
    site: settings.publicUrl,
  }
  return text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all)
}

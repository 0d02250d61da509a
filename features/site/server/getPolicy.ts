import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '#contract/fields.ts'
import { policyVersions } from '#features/registration/rules.ts'
import type { siteCalls } from '#features/site/contract.ts'
import type { PolicyKind } from '#features/site/rules.ts'
import type { Handler } from '#server/context.ts'
import type { Settings } from '#server/settings.ts'

/** Bytes of a text that an operator may put there. */
const MOST = 200_000
const defaults = new URL('./policies/', import.meta.url).pathname
const versions = { 'privacy-policy': 'privacy_policy', 'terms-of-service': 'terms_of_service' } as const

export const getPolicy: Handler<typeof siteCalls.getPolicy> = async ({ input, frame: { settings } }) => {
  const { kind, language } = input
  const version = policyVersions[versions[kind]]
  const own = await ownText(settings.dataDir, kind, language)
  if (own) return { ...own, version, is_own: true }
  const text = await readFile(join(defaults, language, `${kind}.md`), 'utf8')
  return { text: filledIn(text, settings, language), language, version, is_own: false }
}

/** What the operator has written: in the language that was asked for, else in any, for only their own words bind them. */
async function ownText(dataDir: string, kind: PolicyKind, wanted: Language) {
  for (const language of [wanted, ...languages.filter(other => other !== wanted)]) {
    const text = await readFile(join(dataDir, 'policies', language, `${kind}.md`), 'utf8').catch(() => '')
    if (text.trim()) return { text: text.slice(0, MOST), language }
  }
  return undefined
}

const nobody: Readonly<Record<Language, { operator: string; contact: string }>> = {
  en: { operator: 'the operator of this installation', contact: 'the person who invited you' },
  'zh-Hans': { operator: '本系统的运营者', contact: '邀请您的人' },
  'zh-Hant': { operator: '本系統的營運者', contact: '邀請您的人' },
}

/** The texts that come with the console name who runs it; signs that Markdown would read stay signs. */
function filledIn(text: string, settings: Settings, language: Language): string {
  const plain = (value: string) => value.replace(/[\\`*_[\]<>#]/g, '\\$&')
  const values: Record<string, string> = {
    operator: settings.operatorName ? plain(settings.operatorName) : nobody[language].operator,
    contact: settings.supportEmail ? plain(settings.supportEmail) : nobody[language].contact,
    site: settings.publicUrl,
  }
  return text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all)
}

type Texts = Record<string, unknown>

/** One small file for each language and namespace, fetched when a screen first asks for it. */
const files = import.meta.glob<Texts>('./{en,zh-Hans,zh-Hant}/*.json', { import: 'default' })

/** What every page shows words of. */
export const textsOfAll = ['common', 'errors'] as const

/** Fetches the texts of one namespace; undefined when there are none of that name. */
export const readTexts = (language: string, namespace: string): Promise<Texts> | undefined =>
  files[`./${language}/${namespace}.json`]?.()

type Texts = Record<string, unknown>

/** One small file for each language and namespace, fetched when a screen first asks for it. */
const files = import.meta.glob<Texts>('./{en,zh-Hans,zh-Hant}/*.json', { import: 'default' })

/** What a page shows words of before anything else. In front of a pitch nothing has failed yet: those words come later. */
export const textsFirst = (path: string): readonly string[] =>
  path.startsWith('/join-session') ? ['common', 'room'] : ['common', 'errors']

/** Fetches the texts of one namespace; undefined when there are none of that name. */
export const readTexts = (language: string, namespace: string): Promise<Texts> | undefined =>
  files[`./${language}/${namespace}.json`]?.()

type Texts = Record<string, unknown>

/** One small file for each language and namespace, fetched when a screen first needs it. */
const files = import.meta.glob<Texts>('./{en,zh-Hans,zh-Hant}/*.json', { import: 'default' })

/** The namespaces of a page's first view. In front of a pitch and of its replay, the words for failures are not among them. */
export const textsFirst = (path: string): readonly string[] => {
  if (path.startsWith('/join-session')) return ['common', 'room']
  return /^\/live\/[^/]+\/replay\b/.test(path) ? ['common', 'replay', 'room', 'site'] : ['common', 'errors']
}

/** Fetches the texts of one namespace; undefined when there are none of that name. */
export const readTexts = (language: string, namespace: string): Promise<Texts> | undefined =>
  files[`./${language}/${namespace}.json`]?.()

import { readFileSync } from 'node:fs'
import { sourcesOf } from './chunks.mjs'

/** `async () => (await import('…')).Screen`, or with `[page]`. */
const load = /async \(\) =>\s*\(await import\(\s*'([^']+)'\s*\)\)(\.\w+|\[\w+\])/g
const asked = /\buseTranslation\(([^)]*)\)/g

/**
 * Fetches the texts of a page's first view beside its code. Left alone, each component asks for its own when it is first
 * drawn, one after the other.
 * @param {RegExp} maps matches the modules that say which code each address has
 * @returns {import('vite').Plugin}
 */
export function textsBeside(maps) {
  return {
    name: 'texts-beside',
    enforce: 'pre',
    transform(code, id) {
      if (!maps.test(id)) return
      const withTexts = code.replace(load, (whole, from, page) => {
        const namespaces = textsOf(sourcesOf(from, id))
        if (!namespaces.length) return whole
        const fetching = `fetchTextsBeside(${namespaces.map(name => `'${name}'`).join(', ')})`
        return `async () => { const texts = ${fetching}; const code = await import('${from}'); await texts; return code${page} }`
      })
      if (withTexts === code) return
      return `import { fetchTexts as fetchTextsBeside } from '#web/i18n/i18n.ts'\n${withTexts}`
    },
  }
}

/** The namespaces that these files name in their hooks. */
function textsOf(files) {
  const names = new Set()
  for (const file of files)
    for (const [, list] of readFileSync(file, 'utf8').matchAll(asked))
      for (const [, name] of list.matchAll(/'(\w+)'/g)) names.add(name)
  return [...names]
}

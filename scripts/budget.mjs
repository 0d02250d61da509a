import { gzipSync } from 'node:zlib'

/**
 * Refuses a build in which a page needs more JavaScript than its budget before it shows anything. This includes the
 * entry, the page's own chunk and all that these import; later imports, such as livekit-client, do not count.
 * @param {{ page: string, kilobytes: number, never: RegExp }[]} pages `page` is the module's path from the root,
 * `kilobytes` counts gzip, `never` matches modules that must not be included
 * @returns {import('vite').Plugin}
 */
export function budget(pages) {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const entry = chunks.find(chunk => chunk.isEntry)
      for (const { page, kilobytes, never } of pages) {
        const own = chunks.find(chunk => chunk.facadeModuleId?.endsWith(`/${page}`))
        if (!own) this.error(`${page} has no chunk of its own, so what it needs cannot be counted.`)
        const needed = closureOf([entry, own], bundle)
        const size = needed.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0) / 1000
        const strangers = needed.flatMap(chunk => chunk.moduleIds.filter(id => never.test(id)))
        this.info(`${page} needs ${size.toFixed(1)} of ${kilobytes} kB of JavaScript (gzip)`)
        if (size > kilobytes) this.error(`${page} needs ${size.toFixed(1)} kB of JavaScript; it may need ${kilobytes}.`)
        if (strangers.length) this.error(`${page} must not load ${strangers[0]} before it shows.`)
      }
    },
  }
}

/** The chunks that have to be loaded before the given ones run. */
function closureOf(chunks, bundle, found = new Set()) {
  for (const chunk of chunks) {
    if (!chunk || found.has(chunk)) continue
    found.add(chunk)
    closureOf(
      chunk.imports.map(name => bundle[name]),
      bundle,
      found,
    )
  }
  return [...found]
}

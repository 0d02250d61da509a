/**
 * Lets a chunk run before anything else of the page: as a script of its own in front of the entry it waits for nothing
 * but itself. Whatever imports it later gets the same module.
 * @param {string} name the chunk's
 * @returns {import('vite').Plugin}
 */
export function runsFirst(name) {
  return {
    name: 'runs-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find(file => file.type === 'chunk' && file.name === name)
        if (!chunk) throw new Error(`No chunk is called ${name}.`)
        const attrs = { type: 'module', crossorigin: true, async: true, src: `/${chunk.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/**
 * Names the group of those of our modules that each of the pages imports, directly or not, before it can show anything.
 * @param {string} name the group's
 * @param {...string} pages paths from the root
 * @returns {(id: string, context: import('rolldown').ChunkingContext) => string | null}
 */
export function sharedBy(name, ...pages) {
  let shared
  return (id, context) => {
    shared ??= pages.map(page => closureOf(idOf(page), context)).reduce((one, other) => one.intersection(other))
    return shared.has(id) ? name : null
  }
}

const idOf = page => new URL(`../${page}`, import.meta.url).pathname

function closureOf(id, context, found = new Set()) {
  if (found.has(id)) return found
  found.add(id)
  const imported = context.getModuleInfo(id)?.importedIds ?? []
  // a library names all that it has, and we use little of it
  for (const other of imported) if (!other.includes('/node_modules/')) closureOf(other, context, found)
  return found
}

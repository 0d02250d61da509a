import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = new URL('..', import.meta.url).pathname

/**
 * Lets a chunk run before the rest of the page: as a separate script before the entry it depends only on itself. Later
 * imports get the same module.
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
 * Names the group of our modules that each of the pages imports, directly or not, before it can show anything.
 * @param {string} name the group's
 * @param {...string} pages paths from the root
 * @returns {(id: string, context: { getModuleInfo(id: string): { importedIds: string[] } | null }) => string | null}
 */
export function sharedBy(name, ...pages) {
  let shared
  return (id, context) => {
    shared ??= pages.map(page => closureOf(idOf(page), context)).reduce((one, other) => one.intersection(other))
    return shared.has(id) ? name : null
  }
}

/**
 * Names the group of our modules that some of the given ones import, directly or not, and that nothing else imports:
 * parts that are loaded together are in one file, and a page that needs one part does not load the others.
 * @param {string} name the group's
 * @param {...string} parts paths from the root
 * @returns {(id: string, context: { getModuleInfo(id: string): ModuleInfo | null }) => string | null}
 * @typedef {{ importedIds: string[], importers: string[], dynamicImporters: string[] }} ModuleInfo
 */
export function onlyOf(name, ...parts) {
  let own
  return (id, context) => {
    own ??= withoutShared(
      parts.map(part => closureOf(idOf(part), context)),
      new Set(parts.map(idOf)),
      context,
    )
    return own.has(id) ? name : null
  }
}

/** A module imported from outside is shared, and so are its own imports. */
function withoutShared(closures, parts, context) {
  const own = closures.reduce((one, other) => one.union(other))
  for (let before = -1; before !== own.size; ) {
    before = own.size
    for (const id of own)
      if (!parts.has(id) && context.getModuleInfo(id)?.importers.some(importer => !own.has(importer))) own.delete(id)
  }
  return own
}

/**
 * Names the group of our modules that the console needs everywhere, and of those that some pages of the live room
 * share with it: the console would otherwise load the files of the room for the few modules in them.
 * @param {string} name the group's
 * @param {...string} pages of the live room, as paths from the root
 */
export function sharedWithConsole(name, ...pages) {
  let shared
  return (id, context) => {
    shared ??= inTheConsole(context, 2).intersection(
      pages.map(page => closureOf(idOf(page), context)).reduce((one, other) => one.union(other)),
    )
    return shared.has(id) ? name : null
  }
}

/**
 * Names the group of our modules that at least so many of the console's screens import, directly or not.
 * @param {string} name the group's
 * @param {number} least
 */
export function sharedByScreens(name, least) {
  let shared
  return (id, context) => {
    shared ??= inTheConsole(context, least)
    return shared.has(id) ? name : null
  }
}

/** The files that say which code each address of the console has. */
const maps = ['consolePages.tsx', 'screens.ts', 'adminPages.ts'].map(file => `app/web/${file}`)
const frame = ['Console.tsx', 'Shell.tsx'].map(file => `app/web/shell/${file}`)

/** What the console's frame needs, or at least so many of its screens. */
function inTheConsole(context, least) {
  const screens = new Set(maps.flatMap(map => context.getModuleInfo(idOf(map))?.dynamicallyImportedIds ?? []))
  const counts = new Map()
  for (const screen of screens) for (const id of closureOf(screen, context)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const found = new Set([...counts].flatMap(([id, count]) => (count >= least ? [id] : [])))
  for (const part of frame) closureOf(idOf(part), context, found)
  return found
}

const idOf = page => join(root, page)

function closureOf(id, context, found = new Set()) {
  if (found.has(id)) return found
  found.add(id)
  const imported = context.getModuleInfo(id)?.importedIds ?? []
  // a library exports everything it has, and we use little of it
  for (const other of imported) if (!other.includes('/node_modules/')) closureOf(other, context, found)
  return found
}

/**
 * Matches the modules of the Tabler icons that our modules show: the given ones, with all that they import.
 * @param {readonly string[]} modules paths from the root
 * @param {{ later?: boolean, but?: RegExp }} options `later` follows dynamic imports as well; `but` matches icons that
 * are already in another group
 */
export function iconsOf(modules, { later = false, but } = {}) {
  const names = new Set()
  const seen = new Set()
  for (const module of modules) walk(join(root, module), later, seen)
  for (const path of seen)
    for (const [name] of readFileSync(path, 'utf8').matchAll(/\bIcon[A-Z]\w*/g))
      if (!but?.test(`/icons/${name}.mjs`)) names.add(name)
  return new RegExp(`/icons/(${[...names].join('|')})\\.mjs$`)
}

/**
 * The files of an imported module of ours: its own and those that it imports, directly or not, before it can run.
 * @param {string} from as the importing file has it
 * @param {string} importer the importing file's path
 * @returns {Set<string>}
 */
export function sourcesOf(from, importer) {
  const seen = new Set()
  walk(fileOf(from, importer), false, seen)
  return seen
}

function walk(path, later, seen) {
  if (seen.has(path) || !existsSync(path) || !/\.tsx?$/.test(path)) return
  seen.add(path)
  for (const [, only, from = ''] of readFileSync(path, 'utf8').matchAll(imports)) {
    if (only === 'type') continue
    if (!later && only === '(') continue
    walk(fileOf(from, path), later, seen)
  }
}

const fileOf = (from, importer) => (from.startsWith('#') ? join(root, from.slice(1)) : join(dirname(importer), from))

// no `=`: a module exported as `const x = …import('…')` is loaded later
const imports = /\b(?:import|from|export)\b\s*(type|\()?[^'";=]*?'([.#][^']+)'/g

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run, step } from './steps.mjs'

/** Builds the web app when its sources are not those of the last build. */
export async function buildWeb(node) {
  const stamp = join(root, 'dist/web-sources')
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  await step('building the web app', () =>
    run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']),
  )
  writeFileSync(stamp, sources)
}

// Content, not times: a checkout of the same sources needs no new build.
function hashOfSources() {
  const hash = createHash('sha256')
  const add = file => hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file))
  const walk = folder => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (entry.name !== 'server') walk(path)
      } else if (!/\.(test\.tsx?|md)$/.test(entry.name)) add(path)
    }
  }
  for (const folder of ['web', 'features', 'contract']) walk(join(root, folder))
  for (const file of ['package-lock.json', 'vite.config.ts']) add(join(root, file))
  return hash.digest('hex')
}
